import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const LOG = fileURLToPath(new URL('../../src/platform/telemetry/log.ts', import.meta.url));
/** Logs until each line was written, or failed, more than once; then ends. */
const PROGRAM = `
  import { createLog } from ${JSON.stringify(LOG)};
  const log = createLog('info');
  for (let i = 0; i < 20; i++) {
    log.info({ i }, 'a line');
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  process.stderr.write('went on');
  process.exit();
`;

it('a node goes on when the disk that its log is on is full (D433)', async () => {
  const child = spawn(
    process.execPath,
    ['--import', '@swc-node/register/esm-register', '--input-type=module', '--eval', PROGRAM],
    { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'], env: { PATH: process.env.PATH } },
  );
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [said, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), ended]);
  expect([said, code]).toEqual(['went on', 0]);
});
