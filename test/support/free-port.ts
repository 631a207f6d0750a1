import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const FIRST = 20_000;
const EACH_WORKER = 1_000;
const WORKERS = 12;

const ofThisWorker = FIRST + (Number(process.env.JEST_WORKER_ID ?? 0) % WORKERS) * EACH_WORKER;
let next = randomInt(EACH_WORKER);

/**
 * A free port, found without loading the server, for tests that spawn one. Outside the range of outgoing connections
 * and of other workers, who could take it before it is used.
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
