import { test as base, type Browser, type Page, type Request } from '@playwright/test';
import { disturb } from './disturbances.js';
import { eventually } from './eventually.js';

export { expect } from '@playwright/test';

/** The one browser of this worker. */
export let browser: Browser;

/** Playwright's test, which closes at its end what it opened in the browser. */
export const test = base.extend<{ closing: void }, { sharing: void }>({
  sharing: [
    async ({ browser: launched }, use) => {
      browser = launched;
      launched.on('context', (context) => {
        void disturb(context);
        context.on('page', noteLeaving);
      });
      await use();
    },
    { scope: 'worker', auto: true },
  ],
  closing: [
    async ({ browser: launched }, use) => {
      const before = new Set(launched.contexts());
      await use();
      for (const context of launched.contexts().filter((each) => !before.has(each))) {
        // Playwright takes a picture of each remaining page when a context closes, for a possible failure.
        await Promise.all(context.pages().map(close));
        await context.close();
      }
    },
    { auto: true },
  ],
});

/** The page that is about to replace the current one. */
const leaving = new WeakMap<Page, Request>();

function noteLeaving(page: Page): void {
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) leaving.set(page, request);
  });
  page.on('requestfailed', (request) => {
    if (leaving.get(page) === request) leaving.delete(page);
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) leaving.delete(page);
  });
}

/** Chromium may never close a page that is being left: this waits for its successor. */
async function close(page: Page): Promise<void> {
  await eventually(() => Promise.resolve(leaving.has(page) && !page.isClosed() ? null : true));
  await page.close();
}

/** Fills in the form of a sign-in, and sends it. */
export async function submitSignIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.fill('#identifier', email);
  await page.fill('#password', password);
  await page.click('form.card button[type=submit]');
}
