import { setImmediate } from 'node:timers/promises';

const AT_ONCE = 250;

/**
 * Works through much, some hundred at a time: a statement for each part, and a turn of the event loop after it, so that
 * nobody else waits for all of them.
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
