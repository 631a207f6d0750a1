import { describe, expect, it } from '@jest/globals';
import { labelBelow, bucketNameOf, ticksUpTo } from './axis.js';
import { FIGURE_PERIODS, timesOf } from './period.js';

describe('the axes of a chart', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [40, [0, 10, 20, 30, 40]],
    [41, [0, 20, 40, 60]],
    [230, [0, 100, 200, 300]],
    [1_000_000, [0, 500_000, 1_000_000]],
  ])('values up to %d have the lines %j', (largest, ticks) => {
    expect(ticksUpTo(largest)).toEqual(ticks);
  });

  it('has few enough labels below for a phone, and each says what it is of', () => {
    const now = new Date('2026-11-23T10:20:00Z');
    const labels = FIGURE_PERIODS.map((period) =>
      timesOf(period, now).buckets.flatMap((at, index) => labelBelow(at, index, period) ?? []),
    );
    expect(labels).toEqual([
      ['12:00', '18:00', '00:00', '06:00'],
      ['Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'Mon'],
      ['26 Oct', '2 Nov', '9 Nov', '16 Nov', '23 Nov'],
    ]);
    expect(bucketNameOf(now, '24h')).toBe('23 Nov, 10:20');
    expect(bucketNameOf(now, '30d')).toBe('Mon 23 Nov');
  });
});

describe('the times of a period', () => {
  const now = new Date('2026-11-23T10:20:00Z');
  it.each([
    ['24h', '2026-11-22T11:00:00.000Z', 24, '2026-11-23T10:00:00.000Z'],
    ['7d', '2026-11-17T00:00:00.000Z', 26, '2026-11-23T06:00:00.000Z'],
    ['30d', '2026-10-25T00:00:00.000Z', 30, '2026-11-23T00:00:00.000Z'],
  ] as const)('%s: from %s in %d parts, the last from %s', (period, from, count, last) => {
    const { buckets, until } = timesOf(period, now);
    expect([buckets[0].toISOString(), buckets.length, buckets.at(-1)?.toISOString()]).toEqual([
      from,
      count,
      last,
    ]);
    expect(until.toISOString()).toBe('2026-11-23T10:00:00.000Z');
  });

  it('begins anew at midnight', () => {
    const { from, buckets } = timesOf('7d', new Date('2026-11-23T00:00:00Z'));
    expect([from.toISOString(), buckets.length]).toEqual(['2026-11-17T00:00:00.000Z', 25]);
  });
});
