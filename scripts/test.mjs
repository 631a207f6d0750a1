// `npm test`, `npm run test:…`: runs a lane (test/lanes.mjs), or the files that are named, by the runner that they belong to.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { commandsFor, processFor } from './test-commands.mjs';

const [lane, ...given] = process.argv.slice(2);
const { commands, leftOut } = commandsFor(lane, given, Boolean(process.env.TEST_DATABASE_URL));
if (leftOut.length > 0) console.error(`Without ${leftOut.join(', ')}: these options are for another runner.`);

let running;
process.on('SIGINT', () => {}); // a terminal tells the runner too: this waits for it
process.on('SIGTERM', () => running.kill('SIGTERM'));

for (const command of commands) {
  const { file, args, env } = processFor(command);
  running = spawn(file, args, { env, stdio: 'inherit' });
  const [code, signal] = await once(running, 'exit');
  process.exitCode ||= code ?? 1;
  if (signal !== null) break;
}
