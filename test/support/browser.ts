import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser } from 'playwright-core';

/**
 * Flags of the package for a single page in a cloud function; here there are several contexts, and web security must
 * apply.
 */
const NOT_HERE = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--allow-running-insecure-content',
];

/**
 * A real Chromium from an npm package: it needs no system package and no download.
 * @param more additional command-line arguments
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
