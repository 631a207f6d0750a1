import type { Browser, BrowserType } from '@playwright/test';

/** test/runner/environment.mjs */
declare const requireOutside: (name: '@playwright/test') => { chromium: BrowserType };

/** Under Jest, a test file's own way to the one Chromium of the run: closing it takes its pages along and leaves the browser. */
export function openBrowser(): Promise<Browser> {
  return requireOutside('@playwright/test').chromium.connect(process.env.HEARTH_TEST_BROWSER as string);
}
