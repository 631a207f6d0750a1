import { describe, expect, it } from '@jest/globals';
import { quantile } from './call-figures.js';

const BUCKETS = [
  { upTo: 0.01, requests: 50 },
  { upTo: 0.1, requests: 90 },
  { upTo: 1, requests: 98 },
  { upTo: Infinity, requests: 100 },
];

describe('a quantile of request times', () => {
  it.each([
    [0.25, 5],
    [0.5, 10],
    [0.7, 55],
    [0.98, 1000],
    [0.99, 1000], // longer than the last bound, by an unknown time
  ])('%d is %d ms', (share, ms) => {
    expect(quantile(BUCKETS, share)).toBe(ms);
  });

  it('is null without requests', () => {
    expect(quantile([], 0.5)).toBeNull();
    expect(quantile([{ upTo: Infinity, requests: 0 }], 0.5)).toBeNull();
  });
});
