import { describe, expect, it } from '@jest/globals';
import { reportPairs } from './against-report.js';
import { compare, LEAST_PAIRS, type Pair } from './paired.js';
import type { Measured } from './rounds.js';

const pairsOf = (ratios: readonly number[]): Pair[] =>
  ratios.map((ratio, i) => ({ old: 1000 + i, fresh: (1000 + i) * ratio }));
const TWENTY = Array.from({ length: 20 }, (_, i) => 1.01 + i / 100);

describe('two builds compared by pairs of slices', () => {
  it('gives the median of the ratios, the half in their middle and the range of the sign test', () => {
    const { ratio, quartiles, range } = compare(pairsOf([...TWENTY].reverse()));
    expect(ratio).toBeCloseTo(1.105);
    expect(quartiles.map((end) => end.toFixed(2))).toEqual(['1.05', '1.16']);
    // Of twenty coins, three or fewer show heads in 0.13 % of all throws, four or fewer in 0.59 %.
    expect(range.map((end) => end.toFixed(2))).toEqual(['1.04', '1.17']);
  });

  it('sees a difference where the range is on one side of 1, and none otherwise', () => {
    expect(compare(pairsOf(TWENTY)).difference).toBeCloseTo(0.105);
    expect(compare(pairsOf(TWENTY.map((ratio) => ratio - 0.3))).difference).toBeCloseTo(-0.195);
    expect(compare(pairsOf(TWENTY.map((ratio) => ratio - 0.05))).difference).toBeNull();
  });

  it('refuses so few pairs that nothing would be certain', () => {
    const few = Array.from({ length: LEAST_PAIRS - 1 }, () => 2);
    expect(() => compare(pairsOf(few))).toThrow('7 pairs, of at least 8');
    expect(compare(pairsOf([...few, 2])).difference).toBe(1);
  });

  it('takes nothing and nothing for the same', () => {
    const pairs = Array.from({ length: 20 }, () => ({ old: 0, fresh: 0 }));
    expect(compare(pairs)).toMatchObject({ ratio: 1, difference: null });
  });

  it('sees a difference between equal builds in one of a hundred runs, however far off single slices are', () => {
    const random = seeded(42);
    const slice = (): number => 1000 * (random() < 0.2 ? 0.3 : 1) * (1 + 0.2 * random());
    const seen = Array.from({ length: 2000 }, () =>
      compare(Array.from({ length: 20 }, () => ({ old: slice(), fresh: slice() }))),
    ).filter(({ difference }) => difference !== null).length;
    expect(seen).toBeGreaterThan(0);
    expect(seen).toBeLessThan(20);
  });
});

it('reports figures of both builds with their difference, and leaves out what was not measured', () => {
  const measured = (perSecond: number): Measured => ({
    ...{ perSecond, count: 1, answered: 1, turnedAway: 0, p50: 1, p99: 1 },
    ...{ cpu: 1e6 / perSecond, postgres: null, core: 1, busy: 0, loginsPerSecond: null },
  });
  const faster = TWENTY.map((ratio) => ({ old: measured(1000), fresh: measured(1000 * ratio) }));
  const same = TWENTY.map((ratio) => ({ old: measured(1000), fresh: measured(1000 * (ratio - 0.1)) }));
  const lines = reportPairs(
    new Map([
      ['bearer', faster],
      ['mac', same],
    ]),
  ).split('\n');
  const cells = lines.map((line) => line.trim().split(/ {2,}/));
  expect(cells).toContainEqual(
    'Bearer accgetloggedaccount|1,000|1,105|1.105|1.05–1.16|1.04–1.17|+10.5 %'.split('|'),
  );
  expect(cells).toContainEqual(
    'MAC accgetloggedaccount|1,000|1,005|1.005|0.95–1.06|0.94–1.07|none'.split('|'),
  );
  expect(cells).toContainEqual(
    'Bearer accgetloggedaccount|1,000.0|905.0|0.905|0.86–0.95|0.85–0.96|-9.5 %'.split('|'),
  );
  expect(cells.filter(([title]) => title === 'Bearer accgetloggedaccount')).toHaveLength(2);
});

/** Numbers that repeat in each run of the test, from 0 to 1 (a linear congruential generator). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}
