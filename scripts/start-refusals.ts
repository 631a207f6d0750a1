import { readdirSync, readFileSync } from 'node:fs';
import type { Setting } from '../src/platform/config/setting.js';
import { SETTINGS } from '../src/platform/config/settings.js';
import { hasWords, placesIn, textsOfMembers, VALUE, type Place } from './printed-words.js';

/** What keeps a server from starting is thrown as this; `src/main.ts` prints the message of no other error by itself. */
export const REFUSAL = 'SettingsError';

const SETTINGS_FILE = 'src/platform/config/settings.ts';

/** Where the messages of a place begin with the name of the setting that it reads, which is put before them later. */
const OF_SETTINGS: Readonly<Record<string, string>> = {
  'src/platform/config/public-url.ts': 'PUBLIC_URL',
  'src/platform/config/database-url.ts': 'DATABASE_URL',
};

/** By the beginning of their paths, in the order of the page. */
const GROUPS = {
  settings: ['src/platform/config/'],
  files: ['src/identity/passwords/', 'src/provisioning/bootstrap/'],
  database: ['src/platform/database/'],
  address: ['src/app.setup.ts'],
  commands: ['src/app.commands.ts'],
} as const;

export type RefusalGroup = keyof typeof GROUPS;

/** Every place in the sources that makes such an error. */
export function refusalPlaces(): Place[] {
  return sources().flatMap((path) =>
    readFileSync(path, 'utf8').includes(REFUSAL) ? placesIn(path, [REFUSAL]) : [],
  );
}

/** The places whose message is another's, whole: they say nothing of their own. */
export function passedOn(): Place[] {
  return refusalPlaces().filter(({ words: [message] }) => !message.some(hasWords));
}

/** What the server prints behind "Hearth cannot start.", with … for what differs. @throws Error for a place without a group */
export function startRefusals(): Readonly<Record<RefusalGroup, readonly string[]>> {
  const found: Record<RefusalGroup, string[]> = {
    settings: [...formsOfSettings(), ...rulesOfSettings()],
    files: [],
    database: [],
    address: [],
    commands: [],
  };
  for (const { path, words } of refusalPlaces()) {
    const { [path]: setting } = OF_SETTINGS;
    const messages = words[0]
      .filter(hasWords)
      .map((message) => (setting ? `${setting} ${message}` : message));
    found[groupOf(path)].push(...messages.map(onOneLine));
  }
  for (const messages of Object.values(found)) messages.sort((a, b) => a.localeCompare(b, 'en'));
  return found;
}

/** Sources of the server, without tests, from the top of the project. */
export function sources(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.spec.'))
    .map((path) => `src/${path}`)
    .sort();
}

function formsOfSettings(): string[] {
  return Object.values<Setting>(SETTINGS).flatMap(({ name, must, needed }) => [
    ...(must === undefined ? [] : [`${name} ${must}`]),
    ...(needed === undefined ? [] : [`${name} must be set in production: ${needed}`]),
  ]);
}

function rulesOfSettings(): string[] {
  return textsOfMembers(SETTINGS_FILE, 'rule').flatMap(({ of, texts }) =>
    texts.filter(hasWords).map((text) => `${of} ${text}`),
  );
}

function groupOf(path: string): RefusalGroup {
  const groups = Object.entries(GROUPS) as [RefusalGroup, readonly string[]][];
  const group = groups.find(([, paths]) => paths.some((start) => path.startsWith(start)));
  if (!group) throw new Error(`${path} refuses a start: say in GROUPS where docs tell of it`);
  return group[0];
}

function onOneLine(message: string): string {
  return message.replace(/\s+/g, ' ').replaceAll(`${VALUE} ${VALUE}`, VALUE);
}
