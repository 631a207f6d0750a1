import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { gathered, wholeNumber } from './context.js';
import { typedText } from '../platform/config/typed-text.js';
import { Failure } from './failure.js';
import type { Members } from './output.js';
import type { Cell } from './table.js';

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
export function valuesOf(fields: readonly RecordField[], options: Options): Record<string, unknown> {
  const given = fields.flatMap((field) => {
    const [option] = optionsOf(field, false);
    const value = option === undefined ? undefined : options[option.attributeName()];
    return value === undefined ? [] : [[field.name, valueOf(field, value)] as const];
  });
  return Object.fromEntries(given);
}

/** @throws Failure if it changes nothing */
export function requiredChange<T extends object>(change: T): T {
  if (Object.keys(change).length === 0) throw new Failure('No changes given. See --help.', 'usage');
  return change;
}

/** The initial values of a new record. */
export function startOf(fields: readonly RecordField[]): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap(({ name, startsAs }) => (startsAs ? [[name, startsAs]] : [])));
}

/** What a choice may be; of an enum the words for its numbers, from 0. */
export function choicesOf(fields: readonly RecordField[], name: string): readonly string[] {
  return fields.find((field) => field.name === name)?.choices ?? [];
}

/** A line for each field of a record. */
export function shownOf(fields: readonly RecordField[], record: object): Members {
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
  const { option, kind, isNullable, choices = [], isRequired, startsAs } = field;
  if (!option) return [];
  const { flag, help } = option;
  if ('helpOff' in option) return [new Option(`--${flag}`, help), new Option(`--no-${flag}`, option.helpOff)];
  const isList = kind === 'lines';
  const valued = new Option(
    `--${flag} <${option.value}>`,
    isList ? `${help}; may be repeated; "none" removes all` : help,
  );
  if (kind === 'choice' || kind === 'enum') valued.choices(isNullable ? [...choices, NONE] : choices);
  if (kind === 'number') valued.argParser((text) => numberIn(text, option.value));
  if (isList) valued.argParser(gathered);
  if (isNew && isRequired)
    return [startsAs === undefined ? valued.makeOptionMandatory() : valued.default(startsAs)];
  return [valued];
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
    return wholeNumber(text);
  } catch {
    throw new InvalidArgumentError(`Must be whole ${unit} above 0, or "none".`);
  }
}
