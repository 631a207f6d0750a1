import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * When a file, or the newest one below a folder, was written.
 *
 * @param {string} path
 * @param {(path: string) => boolean} counts
 * @returns {number}
 */
export function newest(path, counts = () => true) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return counts(path) ? stats.mtimeMs : 0;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name), counts)));
}
