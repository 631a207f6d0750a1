import { MINUTE, SECOND } from '../security/clock.js';

/** D40: free failures within a quarter of an hour, for each kind of key. */
export const FREE_FAILURES = { accountAndAddress: 5, account: 50, address: 500 } as const;

export const WINDOW_MS = 15 * MINUTE;
const LONGEST_DELAY_MS = 15 * MINUTE;

interface FailureCount {
  readonly failures: number;
  readonly windowStartedAt: Date;
  readonly lastFailedAt: Date;
}

/** The delay after a failure: none while failures are free, then 1 s doubling to at most 15 minutes. */
export function delayAfter(failures: number, free: number): number {
  if (failures < free) return 0;
  return Math.min(SECOND * 2 ** (failures - free), LONGEST_DELAY_MS);
}

/**
 * Milliseconds from `now` until this count allows another attempt. The last failure may be later than `now`: another
 * attempt read the clock after this one, but locked the row first.
 */
export function waitFor(count: FailureCount, free: number, now: Date): number {
  const delay = delayAfter(current(count, free, now).failures, free);
  const sinceLast = Math.max(0, now.getTime() - count.lastFailedAt.getTime());
  return Math.max(0, delay - sinceLast);
}

/**
 * The count as of `now`. Free failures expire after their quarter of an hour; a higher count only after a quarter of an
 * hour without a failure, or an attacker could start afresh in each window.
 */
export function current(count: FailureCount, free: number, now: Date): FailureCount {
  const from = count.failures < free ? count.windowStartedAt : count.lastFailedAt;
  const isOver = now.getTime() - from.getTime() >= WINDOW_MS;
  return isOver ? { failures: 0, windowStartedAt: now, lastFailedAt: now } : count;
}
