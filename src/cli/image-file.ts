import { readFileSync } from 'node:fs';
import { Failure } from './failure.js';

/** The content of an image's file, as the API takes it. @throws Failure */
export function imageIn(file: string): string {
  try {
    return readFileSync(file).toString('base64');
  } catch (cause) {
    throw new Failure(`${file} can’t be read: ${(cause as Error).message}`, 'usage');
  }
}
