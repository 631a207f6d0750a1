import { readFileSync } from 'node:fs';

/** The version of the package, as sysversion, the documentation and the start-up line tell it. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
