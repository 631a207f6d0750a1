import type { Page } from '@playwright/test';
import { consoleAddresses } from '../support/every-page.js';
import { ConsoleStage } from '../support/console-stage.js';
import { expect, test } from '../support/page-test.js';

/**
 * Says what has the focus, and which of its points something else covers: its middle, and near its upper and lower edge.
 * null: the focus has left the content.
 */
const FOCUSED = `(() => {
  const at = document.activeElement;
  if (!at || !at.closest('main')) return null;
  const box = at.getClientRects()[0] ?? at.getBoundingClientRect();
  const middle = box.left + box.width / 2;
  const points = { top: box.top + 2, middle: box.top + box.height / 2, bottom: box.bottom - 2 };
  // Of a large text the browser brings its first line into view: the end of it may be below the window.
  const hidden = Object.entries(points).filter(([name, y]) => {
    if (name !== 'top' && Math.round(y) >= innerHeight) return false;
    const there = document.elementFromPoint(middle, y);
    return !there || !(at.contains(there) || there.contains(at));
  });
  return {
    what: at.outerHTML.slice(0, 90),
    hidden: hidden.map(([name, y]) => name + ' at ' + Math.round(y)),
  };
})()`;

/** Of the page, from its first element to the last: opens what is folded, and begins at the top or the end. */
const BEGIN = (end: 'first' | 'last') => `(() => {
  for (const each of document.querySelectorAll('main details')) each.open = true;
  const all = [...document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary, [tabindex="0"])')]
    .filter((each) => each.checkVisibility() && !each.disabled && each.type !== 'hidden');
  const at = all.at(${end === 'first' ? 0 : -1});
  at.focus({ preventScroll: true });
  at.scrollIntoView({ block: 'nearest' });
  return all.length;
})()`;

interface Focused {
  readonly what: string;
  readonly hidden: readonly string[];
}

/** The elements that were hidden when they had the focus. */
async function hiddenOn(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const count = await page.evaluate<number>(BEGIN(key === 'Tab' ? 'first' : 'last'));
  const found: string[] = [];
  // The parts of a date take the focus one after the other.
  for (let stop = 0; stop < count * 8; stop++) {
    await page.keyboard.press(key);
    let at = await page.evaluate<Focused | null>(FOCUSED);
    if (at && at.hidden.length > 0) {
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'); // it scrolls
      at = await page.evaluate<Focused | null>(FOCUSED);
    }
    if (at === null) return found;
    if (at.hidden.length > 0) found.push(`${key} to ${at.what}: ${at.hidden.join(', ')}`);
  }
  throw new Error('the focus never leaves the content');
}

test.describe('keyboard focus in the console, in a real browser', () => {
  const stage = new ConsoleStage();

  test('nothing hides what has the focus in any form, forwards and backwards (WCAG 2.2, 2.4.11)', async () => {
    const { page } = await stage.open('/admin');
    const flaws: string[] = [];
    let forms = 0;
    for (const path of await consoleAddresses(stage.server)) {
      await page.goto(stage.server.url + path);
      if ((await page.locator('main form').count()) === 0) continue;
      forms++;
      for (const key of ['Tab', 'Shift+Tab'] as const)
        for (const flaw of await hiddenOn(page, key)) flaws.push(`${path}: ${flaw}`);
    }
    expect(flaws).toEqual([]);
    expect(forms).toBeGreaterThan(25);
  });

  test('a notice that floats at the end of the page hides nothing either', async () => {
    const { page } = await stage.open('/admin');
    await page.goto(`${stage.server.url}/admin/families/1?done=saved`);
    await page.focus('.toast button'); // keeps the notice
    await expect(page.locator('.toast')).toBeVisible();
    const flaws = [...(await hiddenOn(page, 'Tab')), ...(await hiddenOn(page, 'Shift+Tab'))];
    expect(flaws).toEqual([]);
  });

  test('a missing answer is shown with its label, below the bar', async () => {
    const { page } = await stage.open('/admin/clients/new?kind=server');
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.click('main form button[type=submit]');
    const top = `document.querySelector('label[for=' + document.activeElement.id + ']').getBoundingClientRect().top`;
    expect(await page.evaluate(top)).toBeGreaterThan(48);
  });
});
