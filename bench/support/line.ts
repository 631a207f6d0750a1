/** A straight line through points. */
export interface Line {
  /** y for each x. */
  readonly slope: number;
  /** The true slope is in it with a probability of 99 %, if points stray from the line independently of each other. */
  readonly range: readonly [number, number];
}

/** Student's t for 99 % on both sides, by degrees of freedom; beyond them that of the next lower. */
const T99: readonly (readonly [number, number])[] = [
  [3, 5.841],
  [4, 4.604],
  [5, 4.032],
  [6, 3.707],
  [8, 3.355],
  [10, 3.169],
  [14, 2.977],
  [20, 2.845],
  [30, 2.75],
  [60, 2.66],
  [120, 2.617],
];

/** By least squares. @returns null: fewer than five points, which say nothing of the spread */
export function fitLine(points: readonly (readonly [x: number, y: number])[]): Line | null {
  const freedom = points.length - 2;
  const t = T99.findLast(([least]) => least <= freedom)?.[1];
  if (t === undefined) return null;
  const mean = (which: 0 | 1): number => points.reduce((sum, point) => sum + point[which], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const across = points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
  const slope = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0) / across;
  const astray = points.reduce((sum, [px, py]) => sum + (py - y - slope * (px - x)) ** 2, 0);
  const spread = t * Math.sqrt(astray / freedom / across);
  return { slope, range: [slope - spread, slope + spread] };
}
