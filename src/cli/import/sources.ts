import { AUTH0 } from './auth0.js';
import { CSV } from './csv.js';
import { FIREBASE } from './firebase.js';
import { KEYCLOAK } from './keycloak.js';
import { LINES } from './lines.js';
import type { ImportSource } from './source.js';

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
