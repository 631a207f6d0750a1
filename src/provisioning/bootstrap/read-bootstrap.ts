import { readFileSync } from 'node:fs';
import { SettingsError } from '../../platform/config/settings-error.js';
import { typedText } from '../../platform/config/typed-text.js';
import { ProblemError } from '../../platform/errors/problem-error.js';
import type { FieldError } from '../../platform/errors/problems.js';
import { bodyPipe } from '../../platform/operations/admin-body.js';
import { placed } from '../../platform/records/typed-form.js';
import { BootstrapDocument } from './bootstrap-document.js';
import { jsonPath, problemsIn } from './bootstrap-problems.js';

/** @throws SettingsError with the JSON path of each invalid value */
export async function readBootstrapFile(path: string): Promise<BootstrapDocument> {
  const { document, problems: inForm } = await checked(parsed(path));
  const wrong = new Set(inForm.flatMap(({ field }) => placesAbove(field)));
  const isReadable = !wrong.has('body');
  const inPlaces = isReadable ? problemsIn(document, (place) => !wrong.has(place)) : [];
  const all = [...inForm, ...inPlaces];
  if (all.length === 0) return document;
  const lines = all.map(({ field, message }) => placed(jsonPath(field), message));
  throw new SettingsError(`BOOTSTRAP_FILE ${path} is wrong:\n  ${lines.join('\n  ')}`);
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(typedText(readFileSync(path))) as unknown;
  } catch (cause) {
    throw new SettingsError(`BOOTSTRAP_FILE ${path} is not readable JSON: ${(cause as Error).message}`);
  }
}

/** Reads the document by its classes, with the problems that they find. */
async function checked(
  sent: unknown,
): Promise<{ document: BootstrapDocument; problems: readonly FieldError[] }> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return { document: {}, problems: [{ field: 'it', message: 'must be a JSON object' }] };
  try {
    const asked = { type: 'body', metatype: BootstrapDocument } as const;
    return { document: (await bodyPipe.transform(sent, asked)) as BootstrapDocument, problems: [] };
  } catch (cause) {
    if (cause instanceof ProblemError) return { document: sent, problems: cause.fields };
    throw cause;
  }
}

/** Returns `clients`, `clients.0` and itself for `clients.0.name`. A list with an invalid entry is still a list. */
function placesAbove(field: string): string[] {
  const parts = field.split('.');
  const places = parts.map((_, i) => parts.slice(0, i + 1).join('.'));
  return parts.length === 1 ? places : places.slice(1);
}
