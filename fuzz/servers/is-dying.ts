import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, get } from 'node:http';
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
function answers({ url }: Server): Promise<boolean> {
  return new Promise((resolve) => {
    const agent = new Agent();
    const asked = get(`${url}/health/live`, { agent, timeout: ANSWER_LIMIT_MS }, (answer) => {
      answer.resume();
      resolve(true);
    });
    asked.on('timeout', () => resolve(true)); // it accepts connections: it is busy, but running
    asked.on('error', () => resolve(false));
    asked.on('close', () => agent.destroy());
  });
}
