import { describe, expect, it } from '@jest/globals';
import { DAY, MINUTE, SECOND } from '../../../platform/security/clock.js';
import { relative } from './moment.js';

describe('a relative time', () => {
  const now = new Date('2026-03-01T12:00:00Z');

  it.each([
    [0, 'just now'],
    [-29 * SECOND, 'just now'],
    [-30 * SECOND, '1 minute ago'],
    [-90 * SECOND, '2 minutes ago'],
    [-59 * MINUTE, '59 minutes ago'],
    [-60 * MINUTE, '1 hour ago'],
    [-3 * DAY, '3 days ago'],
    [-40 * DAY, '1 month ago'],
    [-800 * DAY, '2 years ago'],
    [SECOND - 1, 'just now'],
    [3 * SECOND, 'in a moment'],
    [29 * SECOND, 'in a moment'],
    [30 * SECOND, 'in 1 minute'],
    [50 * MINUTE, 'in 50 minutes'],
    [5 * 365 * DAY, 'in 5 years'],
  ])('%i ms away is %s', (elapsed, words) => {
    expect(relative(new Date(now.getTime() + elapsed), now)).toBe(words);
  });

  it.each([
    [-29 * SECOND, 'in a moment'],
    [-MINUTE, '1 minute ago'],
    [0, 'in a moment'],
    [3 * SECOND, 'in a moment'],
    [5 * MINUTE, 'in 5 minutes'],
  ])('%i ms away, of a pending action, is %s', (elapsed, words) => {
    expect(relative(new Date(now.getTime() + elapsed), now, true)).toBe(words);
  });
});
