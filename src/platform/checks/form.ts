import { Allow } from 'class-validator';
import type { FieldError } from '../errors/problems.js';
import { check, type RulesOf } from './check.js';
import { problemWithJson } from './sound-json.js';

/** How what was typed into a field becomes the member of the class. */
export type FieldReader = (text: string) => unknown;

interface FormFieldOptions {
  readonly read: FieldReader;
  /** As it stands beside the field; pages in several languages take it from their texts. */
  readonly label?: string;
}

/**
 * In UTF-16 units: more than twice the 4,096 characters that the longest rule of a line allows, of which each may take
 * two. What is longer is cut there, and the rule says that it is too long.
 */
const LONGEST_LINE = 2 * 4096 + 2;
const FIELDS = new WeakMap<object, Map<string, FormFieldOptions>>();

/** A member that a form has a field for. What else a form sends is not read: `etag`, `password`, which button it was. */
export function FormField(read: FieldReader = trimmed, label?: string): PropertyDecorator {
  return (prototype, name) => {
    const own = FIELDS.get(prototype) ?? new Map<string, FormFieldOptions>();
    FIELDS.set(prototype, own.set(String(name), { read, label }));
    Allow()(prototype, String(name)); // also where no rule is needed
  };
}

/** A member that nobody sends: what the rules of others need to know, told by the handler. */
export const Told = Allow;

/** A form as it was read: what was typed, to be shown again, and what is wrong with it. */
export interface ReadForm<T> {
  readonly values: T;
  /** Empty: `values` keeps every rule of the class. */
  readonly problems: readonly FieldError[];
}

/**
 * Reads a form by its class.
 * @param sent the body, or the query, of the request
 * @param told what no field says: see check()
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

/** What is wrong beside which field. */
export function problemsByField(problems: readonly FieldError[]): Record<string, string> {
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
}

/** What the person reads beside each field. */
export function formLabels(type: RulesOf<object>): Readonly<Record<string, string>> {
  return Object.fromEntries([...fieldsOf(type)].map(([name, { label = name }]) => [name, label]));
}

/** Those of the classes above it as well. */
function fieldsOf(type: RulesOf<object>): Map<string, FormFieldOptions> {
  const found = new Map<string, FormFieldOptions>();
  for (let at: object | null = type.prototype as object; at; at = Object.getPrototypeOf(at) as object | null)
    for (const [name, options] of FIELDS.get(at) ?? []) if (!found.has(name)) found.set(name, options);
  return found;
}

/** A field once; empty when it was not sent, was sent twice, or can't be text: so no problem is one of the whole form. */
function textIn(sent: unknown, name: string): string {
  const value = Object.getOwnPropertyDescriptor(sent ?? {}, name)?.value as unknown;
  return typeof value === 'string' && problemWithJson(value) === null ? value.replaceAll('\r\n', '\n') : '';
}

/** Of most fields: a line, without the spaces around it. */
export function trimmed(text: string): string {
  return asTyped(text).trim();
}

/** To the letter: a password, somebody else's id. Never cut inside a character, or the whole form would be refused. */
export function asTyped(text: string): string {
  return text.slice(0, LONGEST_LINE).replace(/[\ud800-\udbff]$/, '');
}

/** A field that may stay empty. */
export const orAbsent: FieldReader = (text) => trimmed(text) || undefined;
export const orNull: FieldReader = (text) => trimmed(text) || null;
/** What is no number stays text, for the rule to refuse. */
export const wholeNumber: FieldReader = (text) => (/^\d{1,10}$/.test(text) ? Number(text) : text);
/** Several lines as one text. */
export const area: FieldReader = (text) => text;
/** One value a line, without empty ones. */
export const lines: FieldReader = (text) =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : line.trim()));
/** A checkbox, which sends nothing when it is not ticked. */
export const ticked: FieldReader = (text) => text !== '';
