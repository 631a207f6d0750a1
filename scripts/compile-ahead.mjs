// A step of the build: starts the server once, in a folder of its own, and keeps what V8 compiled for it
// (scripts/launch.mjs). Run as a process of its own, since it is the server that keeps it.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';

const LONGEST_START_MS = 300_000;
const { fetch } = globalThis; // the server switches it off for its process, which this one is
const out = resolve('dist/bundle/main.cache');
const folder = mkdtempSync(join(tmpdir(), 'hearth-build-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.chdir(folder); // not the folder of the developer's .env

const port = await freePort();
const url = `http://localhost:${port}`;
const aKey = () => randomBytes(32).toString('base64');
const { PATH } = process.env;
process.env = {
  ...{ PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url },
  ...{ DATA_DIR: folder, MASTER_KEY: aKey(), SESSION_SECRET: aKey(), LOG_LEVEL: 'silent' },
};
process.argv = [process.argv[0], 'dist/main.js'];
process.stdout.write = () => true; // it says how to begin

setFlagsFromString('--no-flush-bytecode'); // else V8 forgets what has run once
const { FLAGS_OF_START, script } = await import('../dist/main.js');
const until = performance.now() + LONGEST_START_MS;
while (!(await answers('/health/ready'))) {
  if (performance.now() > until) throw new Error('the built server does not start');
  await setTimeout(20);
}
await answers('/api/acc/ping');
for (const flag of ['--flush-bytecode', ...FLAGS_OF_START]) setFlagsFromString(flag); // a cache is good for its flags only
writeFileSync(out, script.createCachedData());
process.kill(process.pid, 'SIGTERM');

function answers(path) {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
