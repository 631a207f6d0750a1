import { lines, ticked, wholeNumber } from '../checks/form.js';
import { fieldsIn, type AnyField, type Fields, type FlagField } from './field.js';

/** The values of a form: flags as booleans, everything else as text; a list has one value per line. */
export type Typed<T extends Fields> = {
  readonly [Name in keyof T]: T[Name] extends FlagField ? boolean : string;
};
type Values = Readonly<Record<string, unknown>>;

/** The initial form values of a new record. */
export function emptyForm<T extends Fields>(fields: T): Typed<T> {
  return ofEach(fields, (field) => (field.kind === 'flag' ? false : (field.startsAs ?? ''))) as Typed<T>;
}

/** The form values of a record. */
export function formOf<T extends Fields>(fields: T, record: object): Typed<T> {
  return ofEach(fields, (field, name) => printed(field, (record as Values)[name])) as Typed<T>;
}

/** @param typedIn returns the sent text of a field by its name; empty if nothing was sent */
export function formIn<T extends Fields>(fields: T, typedIn: (name: string) => string): Typed<T> {
  return ofEach(fields, (field, name) => {
    if (field.kind === 'flag') return ticked(typedIn(name));
    return field.kind === 'lines' ? lines(typedIn(name)).join('\n') : typedIn(name).trim();
  }) as Typed<T>;
}

/**
 * Converts form values to the body of the API. A value that can't be converted stays text, so that the API's rules report
 * the field.
 */
export function recordBodyOf<T extends Fields>(fields: T, typed: Typed<T>): object {
  return ofEach(fields, (field, name) => read(field, typed[name]));
}

/** The labels of the fields, by name. */
export function labelsOf(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(fieldsIn(fields).map(([name, { label }]) => [name, label]));
}

/** Joins a field and a message: `jwks must be …`, `jwks.keys[0] must be …`. */
export function placed(place: string, message: string): string {
  return message.startsWith('.') ? `${place}${message}` : `${place} ${message}`;
}

/** The fields in the form of an existing record. */
export function changeable<T extends Fields>(fields: T): Fields {
  return Object.fromEntries(fieldsIn(onForm(fields)).filter(([, field]) => !field.isFixed));
}

/** The fields in the form of a new record. */
export function onForm(fields: Fields): Fields {
  return Object.fromEntries(fieldsIn(fields).filter(([, field]) => !field.isOffForm));
}

function ofEach(fields: Fields, make: (field: AnyField, name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(fieldsIn(fields).map(([name, field]) => [name, make(field, name)]));
}

function printed({ kind }: AnyField, value: unknown): string | boolean {
  if (kind === 'flag') return value === true;
  if (value === null || value === undefined) return '';
  if (kind === 'lines') return (value as string[]).join('\n');
  return kind === 'json' ? JSON.stringify(value, null, 2) : `${value as string | number}`;
}

function read(field: AnyField, typed: string | boolean): unknown {
  if (typeof typed === 'boolean') return typed;
  if (field.kind === 'lines') return lines(typed);
  if (typed === '' && 'isNullable' in field && field.isNullable) return null;
  if (field.kind === 'number' || field.kind === 'enum') return wholeNumber(typed);
  return field.kind === 'json' ? jsonOf(typed) : typed;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // refused when it is checked
  }
}
