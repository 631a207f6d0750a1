import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { besideCode } from '../paths.js';

const require = createRequire(import.meta.url);

/** Inter, with a file for each script, of which a browser loads those that a page uses (D231). */
const INTER = require.resolve('@fontsource-variable/inter/index.css');

/** The browser's side of passkeys, as its package has it ready for browsers; its exports only name the entry. */
const WEBAUTHN = join(dirname(require.resolve('@simplewebauthn/browser')), '../dist/bundle');

interface AssetFolder {
  readonly folder: string;
  readonly prefix: string;
  /** The names change with what is in the files, so a browser need not ask again. */
  readonly isForEver?: true;
}

const OWN: AssetFolder = { folder: besideCode('platform/pages/assets'), prefix: '/assets' };
const FONT: AssetFolder = { folder: dirname(INTER), prefix: '/assets/inter' };
const PASSKEYS: AssetFolder = { folder: WEBAUTHN, prefix: '/assets/webauthn' };
const GUIDE_IMAGES: AssetFolder = {
  folder: besideCode('platform/reference/manual/images'),
  prefix: '/assets/docs',
  isForEver: true,
};
/** The folders of style sheets, scripts, fonts and images, and where they are served. */
export const ASSET_FOLDERS = [OWN, FONT, PASSKEYS, GUIDE_IMAGES];

/** Almost every page needs it, so it is fetched together with the style sheets. They name it without a version. */
export const LATIN_FONT = `${FONT.prefix}/files/inter-latin-wght-normal.woff2`;

const addresses = new Map([
  ...readdirSync(OWN.folder).map((name) => [name, addressOf(OWN, name)] as const),
  ['inter.css', addressOf(FONT, 'index.css')],
  ['webauthn.js', addressOf(PASSKEYS, 'index.umd.min.js')],
]);

function addressOf({ folder, prefix }: AssetFolder, name: string): string {
  const version = hash('sha256', readFileSync(join(folder, name)), 'hex').slice(0, 8);
  return `${prefix}/${name}?v=${version}`;
}

/**
 * Returns the URL of an asset, with a hash of its content: after an upgrade no page uses an outdated file from the cache.
 */
export function asset(name: string): string {
  const address = addresses.get(name);
  if (address === undefined) throw new Error(`there is no asset ${name}`);
  return address;
}
