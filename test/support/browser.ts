import type { Browser, BrowserType } from '@playwright/test';

/** test/runner/environment.mjs */
declare const requireOutside: (name: '@playwright/test') => { chromium: BrowserType };

/**
 * Under Jest, a test file's own connection to the one Chromium of the run: closing it closes its pages and keeps
 * the browser.
 */
export function openBrowser(): Promise<Browser> {
  return requireOutside('@playwright/test').chromium.connect(process.env.HEARTH_TEST_BROWSER as string);
}
