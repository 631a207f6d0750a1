import { setTimeout } from 'node:timers/promises';
import { Failure } from './failure.js';

/** Pauses before retries, for a server that is restarting or busy. */
const PAUSES_MS = [1000, 3000, 9000];

/** Asks again while the server is away, for a request that may come twice. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await ask();
    } catch (cause) {
      if (!(cause instanceof Failure) || cause.exitCode !== 'away') throw cause;
      await setTimeout(pause);
    }
  }
  return ask();
}
