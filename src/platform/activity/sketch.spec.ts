import { describe, expect, it } from '@jest/globals';
import { estimateOf, Sketch } from './sketch.js';

function sketchOf(from: number, to: number): Sketch {
  const sketch = new Sketch();
  for (let id = from; id < to; id++) sketch.add(String(id));
  return sketch;
}

describe('a sketch of different texts', () => {
  it.each([0, 1, 2, 3, 10, 50])('counts %d exactly', (count) => {
    expect(sketchOf(0, count).estimate()).toBe(count);
  });

  it.each([
    ...[300, 1_000, 5_000, 12_000, 20_000].flatMap((count) => [
      [count, 0] as const,
      [count, 9_007_199_254] as const,
    ]),
    [100_000, 0] as const,
  ])('counts %d numbers in a row, from %d on, to 4 %%', (count, from) => {
    const apart = Math.abs(sketchOf(from, from + count).estimate() / count - 1);
    expect(apart).toBeLessThan(0.04);
  });

  it('counts once what was added twice, or to two of them', () => {
    const [one, other] = [sketchOf(0, 60), sketchOf(30, 90)];
    expect(one.add('7')).toBe(false);
    expect(one.add('100')).toBe(true);
    expect(estimateOf([one, other])).toBe(91);
    expect(estimateOf([])).toBe(0);
  });

  it('is restored from its bytes without changing them', () => {
    const { bytes } = sketchOf(0, 40);
    const copy = new Sketch(bytes);
    copy.add('1000');
    expect(new Sketch(bytes).estimate()).toBe(40);
    expect(copy.estimate()).toBe(41);
    expect(bytes).toHaveLength(4096);
  });
});
