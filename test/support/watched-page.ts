import { hostname } from 'node:os';
import type { Browser, BrowserContextOptions, Locator, Page, ViewportSize } from '@playwright/test';
import { violationsOf, type Judged } from './axe.js';

export const PHONE = { width: 320, height: 640 };
export const DESKTOP = { width: 1280, height: 800 };
/** A current phone, as in pictures; the narrowest one is checked. */
const POCKET = { width: 390, height: 844 };
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const EVERYTHING = [...WCAG, 'best-practice'];
/** Rules that depend on colours and sizes; the others give the same result in every look. */
const OF_LOOK = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];
/** Both colour schemes at both sizes; axe checks all rules once, those for colours and sizes in every look. */
const LOOKS = [
  { colorScheme: 'light', viewport: DESKTOP, judged: EVERYTHING },
  { colorScheme: 'light', viewport: PHONE, judged: null },
  { colorScheme: 'dark', viewport: DESKTOP, judged: null },
  { colorScheme: 'dark', viewport: PHONE, judged: { type: 'rule', values: OF_LOOK } },
] satisfies readonly { colorScheme: 'light' | 'dark'; viewport: ViewportSize; judged: Judged | null }[];

/**
 * Text that differs between runs, in pictures that are compared (npm run screenshots): ports, random names, ids
 * and secrets, measurements, and times of the database.
 */
const STEADY = `(() => {
  const steadied = (text) => text
    .replace(/\\b(127\\.0\\.0\\.1|localhost):\\d+/g, '$1:3000')
    .replace(/\\b[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}\\b/g, 'WDJB-MJHT')
    .replace(/-[0-9a-f]{8}@/g, '-00000000@')
    .replaceAll(/${hostname().replaceAll(/[^\w-]/g, '.')}:\\d+/g, 'node:3000')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => id.replace(/[0-9a-f]/g, '0'))
    .replace(/\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z/g, '2026-03-01T12:00:00.000Z')
    .replace(/\\b[\\d.]+ ms\\b/g, '1 ms')
    .replace(/since it started \\d+ \\w+ ago/, 'since it started 1 minute ago')
    .replace(/\\S+hearth-test-\\S+/g, '/data')
    .replace(/^\\d+$/, (number) => (number === location.port ? '3000' : number))
    .replace(/[\\w-]{24,}/g, (word) => (/\\d/.test(word) && /[A-Z]/.test(word) ? 'x'.repeat(word.length) : word));
  window.asItWas = [];
  const change = (node, member, now) => {
    if (now === node[member]) return;
    window.asItWas.push([node, member, node[member]]);
    node[member] = now;
  };
  for (const { cells, parentElement } of document.querySelectorAll('thead tr'))
    for (const { cellIndex, textContent } of cells)
      if (/, ms$|^Per second$/.test(textContent))
        for (const cell of parentElement.parentElement.querySelectorAll('td:nth-child(' + (cellIndex + 1) + ')'))
          change(cell.firstChild, 'data', '1');
  for (const field of document.querySelectorAll('textarea, input[type=text], input[type=url]'))
    change(field, 'value', steadied(field.value));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) change(texts.currentNode, 'data', steadied(texts.currentNode.data));
})()`;
const AS_IT_WAS = `for (const [node, member, was] of window.asItWas.reverse()) node[member] = was;`;

/** Playwright sends a key at once, even to a page whose scripts, which may listen for it, are still loading. */
function keysWaitForScripts(page: Page): void {
  const { keyboard } = page;
  for (const action of ['press', 'type'] as const) {
    const atOnce = keyboard[action].bind(keyboard);
    keyboard[action] = async (keys) => {
      await page.waitForLoadState();
      await atOnce(keys);
    };
  }
}

/** A page in its own context, with every complaint of the browser, including the content security policy. */
export class WatchedPage {
  readonly problems: string[] = [];

  private constructor(readonly page: Page) {
    page.on('console', (message) => {
      // A page with a 4xx status is reported as an error too; any other missing resource is a real one.
      const isPageItself = message.location().url === page.url() && message.text().includes('Failed to load');
      // Playwright's trace puts a script into each frame; that of a preview runs none (D359).
      const isOfTrace = /^Blocked script execution in '\S+\/preview\?/.test(message.text());
      if (message.type() === 'error' && !isPageItself && !isOfTrace) this.problems.push(message.text());
    });
    page.on('pageerror', (error) => void this.problems.push(String(error)));
    page.on('requestfailed', (request) => {
      // A fast user leaves a page before it was completely loaded.
      const isLeft = request.failure()?.errorText === 'net::ERR_ABORTED';
      if (!isLeft) this.problems.push(`failed: ${request.url()}`);
    });
  }

  static async open(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    keysWaitForScripts(page);
    return new WatchedPage(page);
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  language(): Promise<string | null> {
    return this.page.locator('html').getAttribute('lang');
  }

  /** The flaws of the page in any look; with SCREENSHOTS set, takes its pictures. */
  async flaws(name: string): Promise<string[]> {
    const flaws: string[] = [];
    for (const { colorScheme, viewport, judged } of LOOKS) {
      await this.page.emulateMedia({ colorScheme });
      await this.page.setViewportSize(viewport);
      const found = [...(await this.tooWide()), ...(judged ? await violationsOf(this.page, judged) : [])];
      flaws.push(...found.map((flaw) => `${colorScheme}, ${viewport.width}: ${flaw}`));
      await this.picture(name, colorScheme, viewport);
    }
    return flaws;
  }

  /** Its pictures, light and dark, at 390 and 1280 pixels, in the folder SCREENSHOTS, if set. */
  async pictures(name: string): Promise<void> {
    for (const { colorScheme, viewport } of LOOKS) await this.picture(name, colorScheme, viewport);
  }

  private async picture(name: string, colorScheme: 'light' | 'dark', viewport: ViewportSize): Promise<void> {
    if (!process.env.SCREENSHOTS) return;
    const pictured = viewport === PHONE ? POCKET : viewport;
    await this.page.emulateMedia({ colorScheme });
    await this.page.setViewportSize(pictured);
    await this.screenshot(`${name}-${colorScheme}-${pictured.width}`);
  }

  /**
   * Elements beyond the right edge of the window; the page must not scroll sideways. What is inside of a region that scrolls
   * by itself, by keyboard too, may be wider than that.
   */
  async tooWide(): Promise<string[]> {
    await this.page.waitForLoadState(); // before its style sheets are loaded, nothing is in its final place
    const found = await this.page.evaluate(`(() => {
      const limit = document.documentElement.clientWidth;
      const wide = document.documentElement.scrollWidth > limit ? ['the page'] : [];
      for (const element of document.querySelectorAll('body *')) {
        if (element.parentElement.closest('[role=region][tabindex="0"]')) continue;
        if (element.getBoundingClientRect().right > limit + 0.5) wide.push(element.tagName + ' ' + element.className);
      }
      return wide;
    })()`);
    return found as string[];
  }

  /** Saved in the folder SCREENSHOTS, if set. */
  async screenshot(name: string): Promise<void> {
    const folder = process.env.SCREENSHOTS;
    if (!folder) return;
    await this.steadily(() => this.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true }));
  }

  /** With constant text instead of whatever differs between runs. */
  async steadily<T>(work: () => Promise<T>): Promise<T> {
    await this.page.evaluate(STEADY);
    try {
      return await work();
    } finally {
      await this.page.evaluate(AS_IT_WAS);
    }
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
