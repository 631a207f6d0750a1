import chromium from '@sparticuz/chromium';
import { mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * Made for one page in a cloud function; here several contexts run, and the rules of the web apply. Painting
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

/** How Playwright starts the Chromium of an npm package, which needs no system package and no download. */
export async function launchOptions() {
  process.env.HEARTH_TEST_CHROMIUM ??= await unpacked();
  const args = [...chromium.args.filter((arg) => !NOT_HERE.includes(arg)), ...OWN];
  return { executablePath: process.env.HEARTH_TEST_CHROMIUM, args, headless: true };
}

/** The package unpacks itself into the folder for temporary files, for its user only: so each user gets a folder. */
function unpacked() {
  process.env.TMPDIR = join(tmpdir(), `hearth-tests-${userInfo().username}`);
  mkdirSync(process.env.TMPDIR, { recursive: true });
  return chromium.executablePath();
}
