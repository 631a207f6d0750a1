import { jest } from '@jest/globals';
import { performance } from 'node:perf_hooks';

/**
 * Runs `work` while no cache entry ages: a node then only forgets on a notice (D35). Caches use
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
