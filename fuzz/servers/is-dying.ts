import { setTimeout as sleep } from 'node:timers/promises';
import { isAnswer } from '../wire/answer.js';
import { Connection } from '../wire/connection.js';
import type { Server } from './server.js';

const DEATH_LIMIT_MS = 10_000;
const ANSWER_LIMIT_MS = 10_000;
const POLL_MS = 10;

/**
 * Whether the process has exited or is exiting: its connections close and its error is written before the exit is
 * known.
 */
export async function isDying(server: Server): Promise<boolean> {
  if (!server.hasEnded && (await answers(server))) return false;
  if (!server.isOwn) return true; // nothing else can be known
  for (const end = performance.now() + DEATH_LIMIT_MS; performance.now() < end; await sleep(POLL_MS))
    if (server.hasEnded) return true;
  return server.hasEnded;
}

/** On a new connection: a kept one could have been closed for another reason. */
async function answers({ address, url }: Server): Promise<boolean> {
  const connection = new Connection(address, ANSWER_LIMIT_MS);
  const bytes = Buffer.from(`GET /health/live HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`);
  const [outcome] = await connection.send([{ bytes, isHead: false }]);
  connection.close();
  return isAnswer(outcome) || outcome.why === 'silent'; // silent: it accepts connections, so it is busy, but running
}
