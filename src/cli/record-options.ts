import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { gathered, positiveNumber } from './context.js';
import { FieldOption } from './field-option.js';
import { typedText } from '../platform/config/typed-text.js';
import { Failure } from './failure.js';
import type { Members, Cell } from './output.js';

const NONE = 'none';

interface ValueOption {
  readonly flag: string;
  readonly value: string;
  readonly help: string;
}

interface SwitchOption {
  readonly flag: string;
  readonly help: string;
  readonly helpOff: string;
  readonly on?: string;
  readonly off?: string;
  readonly also?: { readonly flag: string; readonly help: string; readonly value: string };
}

/** A field of a record for the command line, generated from the server's field table. */
export interface RecordField {
  /** Name in the API. */
  readonly name: string;
  readonly kind: 'text' | 'choice' | 'number' | 'enum' | 'flag' | 'lines' | 'json';
  readonly shown: string;
  readonly isNullable?: true;
  /** The words of an enum for its numbers, from 0. */
  readonly choices?: readonly string[];
  readonly startsAs?: string;
  readonly isRequired?: true;
  readonly option?: ValueOption | SwitchOption;
}

/** What a new record may be, generated from the server's table. */
export interface RecordKind {
  readonly title: string;
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Fields that must be given. */
  readonly needs: readonly string[];
}

/** What was given to a command, by option. */
export type Options = Readonly<Record<string, unknown>>;

/**
 * Adds an option to a command for each field that has one.
 * @param isNew the command creates a record: options have initial values
 */
export function withFields(command: Command, fields: readonly RecordField[], isNew: boolean): Command {
  for (const field of fields) for (const option of optionsOf(field, isNew)) command.addOption(option);
  return command;
}

/** The body for the API, with the fields that were given. */
export function givenValues(fields: readonly RecordField[], options: Options): Record<string, unknown> {
  const given = fields.flatMap((field) => {
    const also = alsoOf(field);
    if (also && options[also.flag] === true) return [[field.name, also.value] as const];
    const [option] = optionsOf(field, false);
    const value = option === undefined ? undefined : options[option.attributeName()];
    return value === undefined ? [] : [[field.name, valueOf(field, value)] as const];
  });
  return Object.fromEntries(given);
}

/** The body for the API, without what nobody gave but the command itself. */
export function typedValues(fields: readonly RecordField[], command: Command): Record<string, unknown> {
  const given = Object.entries(command.opts<Options>());
  const typed = given.filter(([name]) => command.getOptionValueSource(name) !== 'default');
  return givenValues(fields, Object.fromEntries(typed));
}

/** What a record of this kind has at first. @throws Failure if something is missing that the kind needs */
export function kindValues(
  { title, defaults, needs }: RecordKind,
  fields: readonly RecordField[],
  typed: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const missing = fields.filter(({ name }) => needs.includes(name) && typed[name] === undefined);
  if (missing.length === 0) return defaults;
  const flags = missing.map(({ option }) => `--${option?.flag}`);
  throw new Failure(`${title}: ${flags.join(' and ')} must be given.`, 'usage');
}

/** @throws Failure if it changes nothing */
export function requiredChange<T extends object>(change: T): T {
  if (Object.keys(change).length === 0) throw new Failure('No changes given. See --help.', 'usage');
  return change;
}

/** The initial values of a new record. */
export function initialValues(fields: readonly RecordField[]): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap(({ name, startsAs }) => (startsAs ? [[name, startsAs]] : [])));
}

/** What a choice may be; of an enum the words for its numbers, from 0. */
export function choicesOf(fields: readonly RecordField[], name: string): readonly string[] {
  return fields.find((field) => field.name === name)?.choices ?? [];
}

/** A line for each field of a record. */
export function shownMembers(fields: readonly RecordField[], record: object): Members {
  const values = record as Readonly<Record<string, Cell | readonly Cell[]>>;
  return Object.fromEntries(fields.map((field) => [field.shown, cellOf(field, values[field.name])]));
}

function cellOf({ kind, choices = [] }: RecordField, value: Cell | readonly Cell[]): Cell | readonly Cell[] {
  if (kind === 'enum') return choices[Number(value)];
  return kind === 'json' && value !== null ? JSON.stringify(value) : value;
}

/** @throws Failure */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(typedText(readFileSync(path === '-' ? 0 : path))) as unknown;
  } catch (cause) {
    throw new Failure(`${path} is not readable JSON: ${(cause as Error).message}`, 'usage');
  }
}

function optionsOf(field: RecordField, isNew: boolean): Option[] {
  const { name, option, kind, isNullable, choices = [], isRequired, startsAs } = field;
  if (!option) return [];
  const { flag, help } = option;
  if ('helpOff' in option) {
    const also = alsoOf(field);
    return [
      new FieldOption(`--${flag}`, help, name),
      new FieldOption(`--no-${flag}`, option.helpOff, name),
      ...(also ? [new FieldOption(`--${also.flag}`, also.help, name).conflicts(flag)] : []),
    ];
  }
  const isList = kind === 'lines';
  const valued = new FieldOption(
    `--${flag} <${option.value}>`,
    isList ? `${help}; may be repeated; "none" removes all` : help,
    name,
  );
  if (kind === 'choice' || kind === 'enum') valued.choices(isNullable ? [...choices, NONE] : choices);
  if (kind === 'number') valued.argParser((text) => numberIn(text, option.value));
  if (isList) valued.argParser(gathered);
  if (isNew && isRequired)
    return [startsAs === undefined ? valued.makeOptionMandatory() : valued.default(startsAs)];
  return [valued];
}

function alsoOf({ option }: RecordField): SwitchOption['also'] {
  return option && 'helpOff' in option ? option.also : undefined;
}

function valueOf({ kind, isNullable, option, choices = [] }: RecordField, given: unknown): unknown {
  if (option && 'helpOff' in option) return given === true ? (option.on ?? true) : (option.off ?? false);
  if (kind === 'lines') return (given as string[]).filter((line) => line !== NONE);
  if (isNullable && given === NONE) return null;
  if (kind === 'enum') return choices.indexOf(given as string);
  return kind === 'json' ? readJson(given as string) : given;
}

/** "none" stays text: the option parser would take null for a missing value. */
function numberIn(text: string, unit: string): number | typeof NONE {
  if (text === NONE) return NONE;
  try {
    return positiveNumber(text);
  } catch {
    throw new InvalidArgumentError(`Must be whole ${unit} above 0, or "none".`);
  }
}
