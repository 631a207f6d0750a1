import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const FIRST = 20_000;
const EACH_WORKER = 1_000;
const WORKERS = 12;

const ofThisWorker = FIRST + (Number(process.env.JEST_WORKER_ID ?? 0) % WORKERS) * EACH_WORKER;
let next = randomInt(EACH_WORKER);

/**
 * A port that nobody listens on; without loading the server, for the tests that spawn one. Not one of those that the
 * system gives to outgoing connections, nor another worker's: it would be taken before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ofThisWorker + (next++ % EACH_WORKER);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
