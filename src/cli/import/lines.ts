import type { Found, ImportSource } from './source.js';
import { fileLines } from './text-file.js';

/** The import's own format: every other source is converted into it. */
export const LINES: ImportSource<never> = {
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
