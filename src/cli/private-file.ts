import { openSync } from 'node:fs';
import { Failure } from './failure.js';

/**
 * Creates a file that only its owner can read, for password hashes: they can be attacked offline.
 * @throws Failure if there is a file or link of that name already, or it can't be written
 */
export function openPrivate(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new Failure(code === 'EEXIST' ? `${file} already exists.` : message, 'usage');
  }
}
