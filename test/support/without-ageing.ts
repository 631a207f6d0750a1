import { jest } from '@jest/globals';
import { performance } from 'node:perf_hooks';

/**
 * Runs `work` while no cache entry ages: what a node forgets meanwhile, it was told of (D35). Caches go by
 * `performance.now()`, which is one for the test and the servers in its process.
 */
export async function withoutAgeing<T>(work: () => Promise<T>): Promise<T> {
  const standing = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    return await work();
  } finally {
    standing.mockRestore();
  }
}
