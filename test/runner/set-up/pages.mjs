import { execFileSync } from 'node:child_process';
import setUpServers from './servers.mjs';

/** For Playwright: the examples need the client library. */
export default async function setUpPages() {
  execFileSync(process.execPath, ['scripts/build-if-stale.mjs', 'client'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await setUpServers();
}
