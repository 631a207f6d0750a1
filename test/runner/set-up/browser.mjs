import { chromium } from '@playwright/test';
import { launchOptions } from '../chromium.mjs';
import setUpServers from './servers.mjs';

let launched;

/** For Jest: one Chromium for the whole run; a test file connects to it (test/support/browser.ts). */
export default async function setUpBrowser() {
  await setUpServers();
  launched ??= launch();
  process.env.HEARTH_TEST_BROWSER = (await launched).wsEndpoint();
}

export async function closeBrowser() {
  await (await launched)?.close();
}

async function launch() {
  return chromium.launchServer({ ...(await launchOptions()), host: '127.0.0.1' });
}
