import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child.js';

export const HOST = '127.0.0.1';
const POLL_MS = 5;
const START_LIMIT_MS = 60_000;

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, HOST, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Waits until the process accepts connections. @returns the milliseconds it took. @throws Error when it ends */
export async function untilListening(child: Child, port: number, name: string): Promise<number> {
  const startedAt = performance.now();
  while (!(await accepts(port))) {
    if (child.hasEnded) throw new Error(`${name} ended instead of listening on port ${port}`);
    if (performance.now() - startedAt > START_LIMIT_MS)
      throw new Error(`${name} does not listen on port ${port}`);
    await sleep(POLL_MS);
  }
  return performance.now() - startedAt;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST);
    socket.once('connect', () => socket.end(() => resolve(true)));
    socket.once('error', () => resolve(false));
  });
}
