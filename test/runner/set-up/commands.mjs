import { execFileSync } from 'node:child_process';
import setUpServers from './servers.mjs';

/** For tests of the command line: as `npm start`, builds what is older than its sources. */
export default async function setUpCommands() {
  execFileSync(process.execPath, ['scripts/build-if-stale.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
  await setUpServers();
}
