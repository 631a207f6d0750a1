import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The source of all random choices, determined by one seed. */
export class Random {
  private readonly generator: RandomGenerator;

  constructor(seed: number) {
    this.generator = xoroshiro128plus(seed);
  }

  /** An integer from 0 to below `end`. */
  below(end: number): number {
    return uniformInt(this.generator, 0, end - 1);
  }

  between(from: number, to: number): number {
    return uniformInt(this.generator, from, to);
  }

  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)];
  }

  /** One of the values, chosen by weight. */
  weighted<T>(values: readonly (readonly [weight: number, value: T])[]): T {
    let rest = this.below(values.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, value] of values) if ((rest -= weight) < 0) return value;
    return values[values.length - 1][1];
  }

  /** Lower-case letters and digits. */
  letters(length: number): string {
    return Array.from({ length }, () => LETTERS[this.below(LETTERS.length)]).join('');
  }

  digits(length: number): string {
    return Array.from({ length }, () => this.below(10)).join('');
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }
}
