import type { Compared } from './options.js';
import { compare } from './paired.js';
import { digits, table, TITLES } from './report.js';
import type { Measured } from './rounds.js';

/** Of one round. */
export interface Slices {
  readonly old: Measured;
  readonly fresh: Measured;
}

const FIGURES = [
  ['requests/s', 'perSecond', 0],
  ['processor of the node, µs per request', 'cpu', 1],
  ['processor of PostgreSQL, µs per request', 'postgres', 1],
] as const;

const LEGEND =
  'new / old: the median of all pairs of slices. half: half of the pairs lie in it. 99 %: the true median lies in it, with that\n' +
  'probability. difference: none where 1 is in it too. A rate depends on what else the machine does, a processor time less so.';

export function reportPairs(slices: ReadonlyMap<Compared, readonly Slices[]>): string {
  const tables = FIGURES.map(([title, figure, places]) => {
    const header = [title, 'old', 'new', 'new / old', 'half', '99 %', 'difference'];
    const rows = [...slices].map(([name, pairs]) => row(name, pairs, figure, places));
    return table([header, ...rows.filter((each) => each !== null)]);
  });
  return [...tables, LEGEND].join('\n\n');
}

/** null: it can't be measured here. */
function row(
  name: Compared,
  slices: readonly Slices[],
  figure: 'perSecond' | 'cpu' | 'postgres',
  places: number,
): string[] | null {
  const pairs = slices.map(({ old, fresh }) => ({ old: old[figure] ?? NaN, fresh: fresh[figure] ?? NaN }));
  if (pairs.some(({ old, fresh }) => Number.isNaN(old) || Number.isNaN(fresh))) return null;
  const { old, fresh, ratio, quartiles, range, difference } = compare(pairs);
  const between = ([low, high]: readonly [number, number]): string => `${digits(low, 2)}–${digits(high, 2)}`;
  return [
    TITLES[name] ?? name,
    digits(old, places),
    digits(fresh, places),
    digits(ratio, 3),
    between(quartiles),
    between(range),
    difference === null ? 'none' : `${difference > 0 ? '+' : ''}${digits(100 * difference, 1)} %`,
  ];
}
