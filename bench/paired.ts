import { median } from './support/process-figures.js';

/** One figure of both builds, from two slices that were measured one after the other. */
export interface Pair {
  readonly old: number;
  readonly fresh: number;
}

/** What pairs say together: medians of both, and of the ratio of each pair, fresh / old. */
export interface Paired {
  readonly old: number;
  readonly fresh: number;
  readonly ratio: number;
  /** Half of the ratios lie between these. */
  readonly quartiles: readonly [number, number];
  /** With a probability of 99 %, the median of all pairs that could be measured lies between these. */
  readonly range: readonly [number, number];
  /** ratio - 1; null: the range has 1 in it, so that no difference was seen. */
  readonly difference: number | null;
}

/** With fewer, nothing is 99 % certain. */
export const LEAST_PAIRS = 8;
const DOUBT = 0.01;

/**
 * Assumes nothing of how figures are distributed: on a machine with other work some slices are far off. The range is the
 * sign test's, which asks only how many pairs lie above 1.
 * @throws Error: fewer than LEAST_PAIRS
 */
export function compare(pairs: readonly Pair[]): Paired {
  if (pairs.length < LEAST_PAIRS) throw new Error(`${pairs.length} pairs, of at least ${LEAST_PAIRS}`);
  const ratios = pairs.map(ratioOf).sort((a, b) => a - b);
  const ratio = median(ratios);
  const outside = pairsOutside(ratios.length);
  const range = [ratios[outside - 1], ratios[ratios.length - outside]] as const;
  const quarter = Math.floor((ratios.length - 1) / 4);
  return {
    old: median(pairs.map(({ old }) => old)),
    fresh: median(pairs.map(({ fresh }) => fresh)),
    ratio,
    quartiles: [ratios[quarter], ratios[ratios.length - 1 - quarter]],
    range,
    difference: range[0] <= 1 && range[1] >= 1 ? null : ratio - 1,
  };
}

/** Of two builds that both spend nothing neither spends more. */
function ratioOf({ old, fresh }: Pair): number {
  return old === fresh ? 1 : fresh / old;
}

/** The highest k so that the k-th ratio from either end has the median beyond it in less than DOUBT of all runs. */
function pairsOutside(count: number): number {
  let probability = 2 ** -count;
  let sum = 0;
  for (let k = 0; ; k++) {
    sum += probability; // that k of them lie on one side
    if (2 * sum > DOUBT) return k;
    probability *= (count - k) / (k + 1);
  }
}
