import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';

/** Made for one page in a function of a cloud; here there are several contexts, and the rules of the web hold. */
const NOT_HERE = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--allow-running-insecure-content',
];

/**
 * A real Chromium out of an npm package: it needs no system package and no download.
 * @param more further arguments of its command line
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = await chromium.executablePath(); // unpacked where global-setup.mjs says
  const own = chromium.args.filter((arg) => !NOT_HERE.includes(arg));
  const quiet = [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return playwright.launch({ executablePath, args: [...own, ...quiet, ...more], headless: true });
}
