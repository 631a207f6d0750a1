import { test as base, type Browser, type Page } from '@playwright/test';
import { disturb } from './disturbances.js';

export { expect } from '@playwright/test';

/** The one browser of this worker. */
export let browser: Browser;

/** Playwright's test, which closes at its end what it opened in the browser. */
export const test = base.extend<{ closing: void }, { sharing: void }>({
  sharing: [
    async ({ browser: launched }, use) => {
      browser = launched;
      launched.on('context', (context) => void disturb(context));
      await use();
    },
    { scope: 'worker', auto: true },
  ],
  closing: [
    async ({ browser: launched }, use) => {
      const before = new Set(launched.contexts());
      await use();
      for (const context of launched.contexts().filter((each) => !before.has(each))) {
        // Playwright takes a picture of each page that is left when a context closes, for a failure that there might be.
        await Promise.all(context.pages().map((page) => page.close()));
        await context.close();
      }
    },
    { auto: true },
  ],
});

/** Fills in the form of a sign-in, and sends it. */
export async function submitSignIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.fill('#identifier', email);
  await page.fill('#password', password);
  await page.click('form.card button[type=submit]');
}
