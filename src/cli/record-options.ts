import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { gathered, wholeNumber } from './context.js';
import { Failure } from './failure.js';
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

/** A field of a record as the command line takes and shows it: the server's field table, made into data. */
export interface RecordField {
  /** In the API. */
  readonly name: string;
  readonly kind: 'text' | 'choice' | 'number' | 'flag' | 'lines' | 'json';
  readonly shown: string;
  readonly isNullable?: true;
  readonly choices?: readonly string[];
  readonly startsAs?: string;
  readonly isRequired?: true;
  readonly option?: ValueOption | SwitchOption;
}

type Options = Readonly<Record<string, unknown>>;

/** Gives a command an option for each field that has one. @param isNew it makes a record: with what one begins with */
export function withFields(command: Command, fields: readonly RecordField[], isNew: boolean): Command {
  for (const field of fields) for (const option of optionsOf(field, isNew)) command.addOption(option);
  return command;
}

/** What was given, as the API takes it; what was not given stays. */
export function valuesOf(fields: readonly RecordField[], options: Options): Record<string, unknown> {
  const given = fields.flatMap((field) => {
    const [option] = optionsOf(field, false);
    const value = option === undefined ? undefined : options[option.attributeName()];
    return value === undefined ? [] : [[field.name, valueOf(field, value)] as const];
  });
  return Object.fromEntries(given);
}

/** What a new record begins with, unless something else is said. */
export function startOf(fields: readonly RecordField[]): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap(({ name, startsAs }) => (startsAs ? [[name, startsAs]] : [])));
}

/** A line for each field of a record. */
export function shownOf(
  fields: readonly RecordField[],
  record: object,
): Record<string, Cell | readonly Cell[]> {
  const values = record as Readonly<Record<string, Cell | readonly Cell[]>>;
  const cellOf = ({ name, kind }: RecordField) =>
    kind === 'json' && values[name] !== null ? JSON.stringify(values[name]) : values[name];
  return Object.fromEntries(fields.map((field) => [field.shown, cellOf(field)]));
}

/** @throws Failure */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8')) as unknown;
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
    isList ? `${help}; may be repeated; "none": takes them away` : help,
  );
  if (kind === 'choice') valued.choices(isNullable ? [...choices, NONE] : choices);
  if (kind === 'number') valued.argParser((text) => numberIn(text, option.value));
  if (isList) valued.argParser(gathered);
  if (isNew && isRequired)
    return [startsAs === undefined ? valued.makeOptionMandatory() : valued.default(startsAs)];
  return [valued];
}

function valueOf({ kind, isNullable, option }: RecordField, given: unknown): unknown {
  if (option && 'helpOff' in option) return given === true ? (option.on ?? true) : (option.off ?? false);
  if (kind === 'lines') return (given as string[]).filter((line) => line !== NONE);
  if (isNullable && given === NONE) return null;
  return kind === 'json' ? readJson(given as string) : given;
}

/** "none" stays text: the parser of options takes null for no value at all. */
function numberIn(text: string, unit: string): number | typeof NONE {
  if (text === NONE) return NONE;
  try {
    return wholeNumber(text);
  } catch {
    throw new InvalidArgumentError(`Write whole ${unit} above 0, or "none".`);
  }
}
