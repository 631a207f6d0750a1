import { Allow } from 'class-validator';
import type { FieldError } from '../errors/problems.js';
import { check, type RulesOf } from './check.js';
import { problemWithJson } from './sound-json.js';

/** Converts what was typed into a field to the value of the member. */
type FieldReader = (text: string) => unknown;

interface FormFieldOptions {
  readonly read: FieldReader;
  /** Label of the field; translated pages take it from their texts instead. */
  readonly label?: string;
}

/**
 * Longer lines are cut here, in UTF-16 units. It is more than twice the 4,096 characters that the longest rule allows,
 * each of which may take two units, so the rule still reports that the value is too long.
 */
const LONGEST_LINE = 2 * 4096 + 2;
const FIELDS = new WeakMap<object, Map<string, FormFieldOptions>>();

/** Marks a member that has a form field. Other fields of a form are not read: `etag`, `password`, the button. */
export function FormField(read: FieldReader = trimmed, label?: string): PropertyDecorator {
  return (prototype, name) => {
    const own = FIELDS.get(prototype) ?? new Map<string, FormFieldOptions>();
    FIELDS.set(prototype, own.set(String(name), { read, label }));
    Allow()(prototype, String(name)); // also if it needs no rule
  };
}

/** Marks a member that no caller sends: the handler sets it, because rules of other members need it. */
export const Told = Allow;

/** A form that was read: its values, to be shown again, and its problems. */
interface ReadForm<T> {
  readonly values: T;
  /** Empty if `values` satisfies every rule of the class. */
  readonly problems: readonly FieldError[];
}

/**
 * Reads a form by its class.
 * @param sent the body or the query of the request
 * @param told values that rules need and no field has: see check()
 */
export async function readForm<T extends object>(
  type: RulesOf<T>,
  sent: unknown,
  told?: Partial<T>,
): Promise<ReadForm<T>> {
  const given = Object.fromEntries(
    [...fieldsOf(type)].map(([name, { read }]) => [name, read(textIn(sent, name))]),
  );
  const checked = await check(type, given, told);
  return 'value' in checked
    ? { values: checked.value, problems: [] }
    : { values: { ...given, ...told } as T, problems: checked.problems };
}

/** The messages by field. */
export function problemsByField(problems: readonly FieldError[]): Record<string, string> {
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
}

/** The labels of the fields, by name. */
export function formLabels(type: RulesOf<object>): Readonly<Record<string, string>> {
  return Object.fromEntries([...fieldsOf(type)].map(([name, { label = name }]) => [name, label]));
}

/** The fields of a class, including inherited ones. */
function fieldsOf(type: RulesOf<object>): Map<string, FormFieldOptions> {
  const found = new Map<string, FormFieldOptions>();
  for (let at: object | null = type.prototype as object; at; at = Object.getPrototypeOf(at) as object | null)
    for (const [name, options] of FIELDS.get(at) ?? []) if (!found.has(name)) found.set(name, options);
  return found;
}

/** Reads a field. Returns '' if it was not sent, was sent twice or is no text: so no problem concerns the whole form. */
export function textIn(sent: unknown, name: string): string {
  const value = Object.getOwnPropertyDescriptor(sent ?? {}, name)?.value as unknown;
  return typeof value === 'string' && problemWithJson(value) === null ? value.replaceAll('\r\n', '\n') : '';
}

/**
 * Returns the notice that the address names (`?done=saved`), after the redirect of a form: one of a fixed list, so that nobody
 * writes their own there (D386). @param said all notices, by name
 */
export function doneIn<T extends string>(
  { query }: { readonly query: unknown },
  said: Readonly<Record<string, T>>,
): T | undefined {
  const done = textIn(query, 'done');
  return Object.hasOwn(said, done) ? said[done] : undefined;
}

/** Reads a field of one line, as most fields are, from a form without rules. */
export function lineIn(sent: unknown, name: string): string {
  return trimmed(textIn(sent, name));
}

/** Reader of most fields: one line, without surrounding spaces. */
export function trimmed(text: string): string {
  return asTyped(text).trim();
}

/**
 * Reads the text unchanged: a password, an id of another system. It is never cut inside a character, or the whole form
 * would be refused.
 */
export function asTyped(text: string): string {
  return text.slice(0, LONGEST_LINE).replace(/[\ud800-\udbff]$/, '');
}

/** Reader of an optional field. */
export const orAbsent: FieldReader = (text) => trimmed(text) || undefined;
export const orNull: FieldReader = (text) => trimmed(text) || null;
/** Reads a whole number; anything else stays text, for the rule to refuse. */
export const wholeNumber: FieldReader = (text) => (/^\d{1,10}$/.test(text) ? Number(text) : text);
const YES_NO: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };
/** Reads true or false, also 1 and 0; anything else stays text, for the rule to refuse. */
export const yesOrNo: FieldReader = (text) => (Object.hasOwn(YES_NO, text) ? YES_NO[text] : text);
/** Reads several lines as one text. */
export const area: FieldReader = (text) => text;
/** One value a line, without empty ones. */
export function lines(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}
/** A checkbox, which sends nothing when it is not ticked. */
export function ticked(text: string): boolean {
  return text !== '';
}
