import chromium from '@sparticuz/chromium';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { chromium as playwright } from 'playwright-core';
import setUpServers from './servers.mjs';

/**
 * Made for one page in a function of a cloud; here there are several contexts, and the rules of the web hold. Painting
 * through an emulated graphics card took a third of the processor time of these tests.
 */
const NOT_HERE = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--allow-running-insecure-content',
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];
const OWN = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP *.family.test 127.0.0.1', // sites with siblings, that are not *.localhost
];

let launched;

/** The examples that are looked at need the client library. One Chromium for the whole run; a test file connects to it (test/support/browser.ts). */
export default async function setUpBrowser() {
  execFileSync(process.execPath, ['scripts/build-if-stale.mjs', 'client'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await setUpServers();
  launched ??= launch();
  process.env.HEARTH_TEST_BROWSER = (await launched).wsEndpoint();
}

export async function closeBrowser() {
  await (await launched)?.close();
}

/** Out of an npm package: it needs no system package and no download. */
async function launch() {
  useOwnTemporaryFolder();
  const args = [...chromium.args.filter((arg) => !NOT_HERE.includes(arg)), ...OWN];
  return playwright.launchServer({
    executablePath: await chromium.executablePath(),
    args,
    headless: true,
    host: '127.0.0.1',
  });
}

/** The package unpacks itself into the folder for temporary files, for its user alone: so each has an own one. */
function useOwnTemporaryFolder() {
  process.env.TMPDIR = join(tmpdir(), `hearth-tests-${userInfo().username}`);
  mkdirSync(process.env.TMPDIR, { recursive: true });
}
