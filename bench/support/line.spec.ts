import { describe, expect, it } from '@jest/globals';
import { fitLine } from './line.js';

describe('a line through points', () => {
  it('has the slope of points that lie on one, without a spread', () => {
    const { slope, range } = fitLine([1, 2, 3, 4, 5, 6].map((x) => [x, 3 * x - 7])) ?? {};
    expect(slope).toBeCloseTo(3);
    expect(range?.map((end) => end.toFixed(6))).toEqual(['3.000000', '3.000000']);
  });

  it('gives the range that a textbook gives', () => {
    // Slope 0.6; residuals -0.8, 0.6, 1, -0.6, -0.2, of which the variance is 2.4 / 3; t of three degrees of freedom 5.841.
    const { slope, range } =
      fitLine([
        [1, 2],
        [2, 4],
        [3, 5],
        [4, 4],
        [5, 5],
      ]) ?? {};
    expect(slope).toBeCloseTo(0.6);
    expect(range?.map((end) => end.toFixed(2))).toEqual(['-1.05', '2.25']);
  });

  it('tells growth from what strays to both sides', () => {
    const astray = [0, 2, -1, 1, -2, 0, 1, -1, 2, -2, 0, 1, -1, 0, 1, -1];
    const range = (each: number) => fitLine(astray.map((by, x) => [x, 150 + each * x + by]))?.range ?? [];
    expect(range(0)[0]).toBeLessThan(0);
    expect(range(0)[1]).toBeGreaterThan(0);
    expect(range(0.5)[0]).toBeGreaterThan(0);
  });

  it('says nothing of fewer than five points', () => {
    expect(fitLine([1, 2, 3, 4].map((x) => [x, x]))).toBeNull();
  });
});
