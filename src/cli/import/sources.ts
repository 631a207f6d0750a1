import { AUTH0 } from './auth0.js';
import { CSV } from './csv.js';
import { FIREBASE } from './firebase.js';
import { KEYCLOAK } from './keycloak.js';
import type { ImportSource, Found } from './source.js';
import { fileLines } from './text-file.js';

/** The import's own format: every other source is converted into it. */
const LINES: ImportSource<never> = {
  product: 'any other system',
  file: 'one JSON object per line: name, identifiers, passwordHash, countryCode, locale, isDisabled',
  page: 'from-csv.md',
  options: {},
  left: {},
  example: 'old-users.ndjson',
  read,
};

async function* read(file: string): AsyncGenerator<Found<never>, void, void> {
  for await (const { line, text } of fileLines(file))
    if (text.trim() !== '') yield { place: { line }, text: text.trim(), left: [] };
}

/** What `hearth import accounts --from` can read, by name. */
export const IMPORT_SOURCES = {
  lines: LINES,
  keycloak: KEYCLOAK,
  auth0: AUTH0,
  firebase: FIREBASE,
  csv: CSV,
} as const satisfies Readonly<Record<string, ImportSource>>;

export type SourceName = keyof typeof IMPORT_SOURCES;

export function sourceNamed(name: SourceName): ImportSource {
  return IMPORT_SOURCES[name];
}
