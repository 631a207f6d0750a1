import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { current, delayAfter, FREE_FAILURES, waitFor } from './throttle-rules.js';

const START = Date.parse('2026-03-01T12:00:00.000Z');
const at = (seconds: number): Date => new Date(START + seconds * 1000);
const count = (failures: number, lastFailed = 0, windowStarted = 0) => ({
  failures,
  windowStartedAt: at(windowStarted),
  lastFailedAt: at(lastFailed),
});
const QUARTER = 900;

describe('free failures (D40)', () => {
  it('are 5 per account and address, 50 per account and 500 per address', () => {
    expect(FREE_FAILURES).toEqual({ accountAndAddress: 5, account: 50, address: 500 });
  });
});

describe('the delay after a failure (D40)', () => {
  it.each([
    [0, 0],
    [1, 0],
    [4, 0],
    [5, 1000],
    [6, 2000],
    [7, 4000],
    [8, 8000],
    [13, 256_000],
    [14, 512_000],
    [15, 900_000],
    [16, 900_000],
    [100, 900_000],
    [5000, 900_000],
  ])('after %i failures of which 5 are free is %i ms', (failures, expected) => {
    expect(delayAfter(failures, 5)).toBe(expected);
  });

  it('never goes down with further failures, and never over a quarter of an hour', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.constantFrom(5, 50, 500), (failures, free) => {
        expect(delayAfter(failures + 1, free)).toBeGreaterThanOrEqual(delayAfter(failures, free));
        expect(delayAfter(failures, free)).toBeLessThanOrEqual(900_000);
      }),
    );
  });
});

describe('the wait before the next attempt (D40)', () => {
  it.each([
    ['none while failures are free', count(4), 0, 0],
    ['none while failures are free, though another read its clock later', count(4, 3), 2, 0],
    ['no more than the delay when another read its clock later', count(5, 3), 2, 1000],
    ['the whole delay right after the failure', count(5), 0, 1000],
    ['what is left of the delay', count(8, 10), 13, 5000],
    ['none once the delay is over', count(8, 10), 18, 0],
    ['the longest delay', count(40), 1, 899_000],
    ['none after the longest delay: never a permanent lock', count(5000), QUARTER, 0],
  ])('is %s', (_what, state, now, expected) => {
    expect(waitFor(state, 5, at(now))).toBe(expected);
  });
});

describe('the count as it stands (D40)', () => {
  const afresh = (now: number) => ({ failures: 0, windowStartedAt: at(now), lastFailedAt: at(now) });
  it.each([
    ['keeps free failures within their quarter of an hour', count(4, 800), QUARTER - 1, count(4, 800)],
    ['forgets free failures when it is over, however late the last', count(4, 899), QUARTER, afresh(QUARTER)],
    ['keeps more than the free ones beyond it', count(5, 899), QUARTER, count(5, 899)],
    ['keeps them until a quarter of an hour without a failure', count(9, 500), 1399, count(9, 500)],
    ['forgets them after a quarter of an hour without a failure', count(9, 500), 1400, afresh(1400)],
  ])('%s', (_what, state, now, expected) => {
    expect(current(state, 5, at(now))).toEqual(expected);
  });
});
