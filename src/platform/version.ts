import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './paths.js';

/** The package version, as sysversion, the documentation and the start-up line show it. */
export const VERSION = (
  JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string }
).version;
