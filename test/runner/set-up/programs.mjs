import { execFileSync } from 'node:child_process';
import setUpBrowser from './browser.mjs';

/**
 * For tests of built programs, some of them in a browser: like `npm start`, builds what is older than its sources.
 */
export default async function setUpPrograms() {
  execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
  await setUpBrowser();
}
