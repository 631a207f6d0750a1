import { fieldsIn, type Field, type Fields, type FlagField } from './field.js';

/** What stands in a form: flags as yes or no, all else as text; a list one a line. */
export type Typed<T extends Fields> = {
  readonly [Name in keyof T]: T[Name] extends FlagField ? boolean : string;
};
type Values = Readonly<Record<string, unknown>>;

/** An empty form for a new record. */
export function emptyForm<T extends Fields>(fields: T): Typed<T> {
  return ofEach(fields, (field) => (field.kind === 'flag' ? false : (field.startsAs ?? ''))) as Typed<T>;
}

/** A record as its form shows it. */
export function formOf<T extends Fields>(fields: T, record: object): Typed<T> {
  return ofEach(fields, (field, name) => printed(field, (record as Values)[name])) as Typed<T>;
}

/** @param textIn what was sent of a field by its name; empty where nothing was */
export function formIn<T extends Fields>(fields: T, textIn: (name: string) => string): Typed<T> {
  return ofEach(fields, (field, name) => {
    if (field.kind === 'flag') return textIn(name) !== '';
    return field.kind === 'lines' ? linesOf(textIn(name)).join('\n') : textIn(name).trim();
  }) as Typed<T>;
}

/** What was typed as the API takes it; what can't be read stays text, so that the rules of the API name the field. */
export function valuesOf<T extends Fields>(fields: T, typed: Typed<T>): object {
  return ofEach(fields, (field, name) => read(field, typed[name]));
}

/** What the person reads beside each field. */
export function labelsOf(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(fieldsIn(fields).map(([name, { label }]) => [name, label]));
}

/** A message after what it is about: `jwks must be …`, `jwks.keys[0] must be …`. */
export function placed(place: string, message: string): string {
  return message.startsWith('.') ? `${place}${message}` : `${place} ${message}`;
}

/** The fields that are in the form of a record that there is. */
export function changeable<T extends Fields>(fields: T): Fields {
  return Object.fromEntries(fieldsIn(onForm(fields)).filter(([, field]) => !field.isFixed));
}

/** The fields that are in the form of a new one. */
export function onForm(fields: Fields): Fields {
  return Object.fromEntries(fieldsIn(fields).filter(([, field]) => !field.isOffForm));
}

function ofEach(fields: Fields, make: (field: Field, name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(fieldsIn(fields).map(([name, field]) => [name, make(field, name)]));
}

function printed({ kind }: Field, value: unknown): string | boolean {
  if (kind === 'flag') return value === true;
  if (value === null || value === undefined) return '';
  if (kind === 'lines') return (value as string[]).join('\n');
  return kind === 'json' ? JSON.stringify(value, null, 2) : `${value as string | number}`;
}

function read(field: Field, typed: string | boolean): unknown {
  if (typeof typed === 'boolean') return typed;
  if (field.kind === 'lines') return linesOf(typed);
  if (typed === '' && 'isNullable' in field && field.isNullable) return null;
  if (field.kind === 'number') return /^\d{1,10}$/.test(typed) ? Number(typed) : typed;
  return field.kind === 'json' ? jsonOf(typed) : typed;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // refused where it is checked
  }
}

/** Lines that have something in them. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
