// The ports of this process: no other process takes one of them while it runs, nor another run of the tests on
// this machine.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range of outgoing connections. */
const FIRST = 20_000;
const BLOCKS = 60;
const EACH = 200;

let block;
let next = 0;

/** @returns {Promise<number>} a port without a listener */
export async function freePort() {
  block ??= leaseBlock();
  const first = await block;
  for (let tried = 1; tried < EACH; tried++) {
    const port = first + 1 + (next++ % (EACH - 1));
    const server = await listen(port);
    if (server === null) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
  throw new Error(`all ports from ${first} to ${first + EACH - 1} are in use`);
}

/**
 * The first port of a block shows its owner: the system gives it to one process, and takes it back when that ends.
 */
async function leaseBlock() {
  const start = randomInt(BLOCKS);
  for (let tried = 0; tried < BLOCKS; tried++) {
    const first = FIRST + ((start + tried) % BLOCKS) * EACH;
    const server = await listen(first);
    if (server === null) continue;
    server.unref();
    return first;
  }
  throw new Error(`no block of ports is free: ${BLOCKS} processes run tests`);
}

function listen(port) {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(null))
      .listen(port, '127.0.0.1', () => resolve(server));
  });
}
