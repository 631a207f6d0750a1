import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';

/** A real Chromium out of an npm package: it needs no system package and no download. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await chromium.executablePath();
  // Its own list is made for a function that ends after one page; with several contexts one process is not enough.
  const own = chromium.args.filter((arg) => arg !== '--single-process' && arg !== '--no-zygote');
  const quiet = [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return playwright.launch({ executablePath, args: [...own, ...quiet], headless: true });
}
