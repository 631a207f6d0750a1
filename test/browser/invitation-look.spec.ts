import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.js';
import { invited } from '../support/invitations.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

type Colour = readonly [number, number, number];

/** WCAG 2.2, relative luminance. */
function luminance(colour: Colour): number {
  const [r, g, b] = colour.map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [a, b].map((text) => luminance(parse(text))).sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function parse(text: string): Colour {
  const parts = text.match(/[\d.]+/g)?.map(Number) ?? [];
  if (parts.length < 3 || (parts[3] ?? 1) < 1) throw new Error(`no opaque colour: ${text}`);
  return [parts[0], parts[1], parts[2]];
}

describe.each(['light', 'dark'] as const)(
  'what axe cannot see of the form, %s (WCAG 2.2 AA)',
  (colorScheme) => {
    let server: TestServer;
    let browser: Browser;
    let watched: WatchedPage;
    beforeAll(async () => {
      [server, browser] = await Promise.all([startApp(), launchBrowser()]);
      watched = await WatchedPage.open(browser, { colorScheme });
      await watched.page.goto(`${server.url}${(await invited(server)).path}`);
    });
    afterAll(async () => {
      await browser.close();
      await server.close();
    });

    const styleOf = (selector: string) =>
      watched.page.evaluate<{ borderColor: string; backgroundColor: string; radius: number; width: number }>(
        `(() => {
        const { borderColor, backgroundColor, borderTopLeftRadius, width } =
          getComputedStyle(document.querySelector(${JSON.stringify(selector)}));
        return { borderColor, backgroundColor, radius: parseFloat(borderTopLeftRadius), width: parseFloat(width) };
      })()`,
      );

    it.each(['#name', '#password', '[type=checkbox]'])(
      '%s is told from the card: 3 to 1 (1.4.11)',
      async (field) => {
        const card = await styleOf('.card');
        const { borderColor, backgroundColor } = await styleOf(field);
        const best = [borderColor, backgroundColor].map((colour) => contrast(colour, card.backgroundColor));
        expect(Math.max(...best)).toBeGreaterThanOrEqual(3);
      },
    );

    it('the box to tick is no circle, which would be a choice of one', async () => {
      const { radius, width } = await styleOf('[type=checkbox]');
      expect(radius).toBeLessThan(width / 3);
    });

    it('what one presses is 24 pixels high and wide at least (2.5.8)', async () => {
      for (const selector of ['button', '#name', '#password', '.show-password', '.brand']) {
        const box = await watched.page.locator(selector).boundingBox();
        expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(24);
      }
    });
  },
);
