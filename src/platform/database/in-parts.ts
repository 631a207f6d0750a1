import { setImmediate } from 'node:timers/promises';

const AT_ONCE = 250;

/**
 * Processes a long list in parts of some hundred, one statement for each, and yields to the event loop in between, so
 * that other requests do not wait for all of it.
 */
export async function inParts<T>(
  all: readonly T[],
  work: (part: T[], from: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) {
    if (from > 0) await setImmediate();
    await work(all.slice(from, from + AT_ONCE), from);
  }
}
