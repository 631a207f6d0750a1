import { describe, expect, it } from '@jest/globals';
import { HOUR } from './clock.js';
import { retryAfterMs } from './retry-after.js';

const SENT = 'Sun, 29 Nov 2026 03:00:00 GMT';

describe('how long a receiver asks to wait (row 40)', () => {
  it.each([
    [undefined, 0],
    ['3600', HOUR],
    ['0', 0],
    ['-5', 0],
    ['1.5', 0],
    ['soon', 0],
    ['', 0],
    ['99999999999999999999', 24 * HOUR],
    ['Sun, 29 Nov 2026 05:00:00 GMT', 2 * HOUR],
    ['Sun, 29 Nov 2026 02:00:00 GMT', 0],
    ['Mon, 29 Nov 2027 02:00:00 GMT', 24 * HOUR],
  ])('Retry-After: %j', (asked, expected) => {
    expect(retryAfterMs({ 'retry-after': asked, date: SENT })).toBe(expected);
  });

  it('counts a time from now where the answer has none', () => {
    const inAnHour = new Date(Date.now() + HOUR).toUTCString();
    expect(Math.abs(retryAfterMs({ 'retry-after': inAnHour }) - HOUR)).toBeLessThan(HOUR / 60);
  });
});
