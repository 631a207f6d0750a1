import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { besideCode } from '../paths.js';

const require = createRequire(import.meta.url);

/** The folder of style sheets and scripts. */
const OWN_FOLDER = besideCode('platform/pages/assets');
const PICO = require.resolve('@picocss/pico/css/pico.min.css');
export const ASSET_FOLDERS = [OWN_FOLDER, dirname(PICO)];

const files = [
  ...readdirSync(OWN_FOLDER).map((name) => [name, join(OWN_FOLDER, name)]),
  ['pico.min.css', PICO],
];
const addresses = new Map(
  files.map(([name, path]) => [
    name,
    `/assets/${name}?v=${hash('sha256', readFileSync(path), 'hex').slice(0, 8)}`,
  ]),
);

/**
 * Its URL with a hash of the content: after an upgrade no page uses an outdated style sheet from the browser's cache.
 */
export function asset(name: string): string {
  const address = addresses.get(name);
  if (address === undefined) throw new Error(`there is no asset ${name}`);
  return address;
}
