import { isIn, length, matches } from 'class-validator';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { isLong } from './long.js';
import type { ArgsClass } from './operation.js';
import { normalizeName, type Parameters } from './parameters.js';

/** JSON Schema of one parameter, for the OpenAPI document. */
export type ParameterSchema = Readonly<Record<string, unknown>>;

export interface ArgDeclaration {
  readonly property: string;
  /** The name of the interface, as errors and documentation show it. */
  readonly wireName: string;
  readonly aliases: readonly string[];
  readonly isRequired: boolean;
  /** A password, code or token: counted, and refused for a strict client, in a query string (D45, D68). */
  readonly isSecret: boolean;
  readonly description: string;
  readonly schema: ParameterSchema;
}

interface ArgOptions {
  readonly description: string;
  readonly aliases?: readonly string[];
  readonly optional?: boolean;
  readonly secret?: boolean;
}

/** What a value must be, and what is said when it isn't. */
interface Rule {
  readonly message: string;
  holds(value: unknown): boolean;
}

interface BoundArg extends ArgDeclaration {
  readonly names: readonly string[];
  /** Of several the first that is broken is named. */
  readonly rules: readonly Rule[];
  /** What the call gets, or undefined when the parameter was not given. */
  read(parameters: Parameters): unknown;
}

const declared = new Map<ArgsClass, BoundArg[]>();
/** With what is inherited; put together when a class is first asked for. */
const bound = new Map<ArgsClass, readonly BoundArg[]>();

export function argsOf(type: ArgsClass): readonly ArgDeclaration[] {
  return boundArgsOf(type);
}

function boundArgsOf(type: ArgsClass): readonly BoundArg[] {
  let args = bound.get(type);
  if (args === undefined) bound.set(type, (args = ownAndInherited(type)));
  return args;
}

function ownAndInherited(type: ArgsClass): readonly BoundArg[] {
  const parent = Object.getPrototypeOf(type) as ArgsClass | null;
  const inherited = parent && parent !== Function.prototype ? boundArgsOf(parent) : [];
  return [...inherited, ...(declared.get(type) ?? [])];
}

/** A text of `min` to `max` characters, taken as it is. */
export function TextArg(
  wireName: string,
  options: ArgOptions & {
    min?: number;
    max?: number;
    pattern?: { regex: RegExp; meaning: string };
    known?: { as: string; isKnown: (text: string) => boolean };
  },
): PropertyDecorator {
  const { min = 1, max = 255, pattern, known } = options;
  const rules = [
    {
      message: `${wireName} must have ${min} to ${max} characters`,
      holds: (value: unknown) => length(value, min, max),
    },
  ];
  if (pattern) {
    const message = `${wireName} must be ${pattern.meaning}`;
    rules.push({ message, holds: (value) => matches(String(value), pattern.regex) });
  }
  if (known) {
    rules.push({
      message: `${wireName} must be ${known.as}`,
      holds: (value) => known.isKnown(String(value)),
    });
  }
  return arg(wireName, options, { type: 'string', minLength: min, maxLength: max }, rules);
}

/** A 64-bit id in digits. */
export function LongArg(wireName: string, options: ArgOptions): PropertyDecorator {
  const rule = { message: `${wireName} must be a whole number in digits`, holds: isLong };
  // One spelling for one id: 007 is 7, wherever it is compared.
  const canonical = (text: string): string => (isLong(text) ? String(BigInt(text)) : text);
  return arg(wireName, options, { type: 'string', pattern: '^\\d{1,19}$' }, [rule], canonical);
}

/** One of the choices, in any case; the value is the choice as it is spelled here. */
export function ChoiceArg(
  wireName: string,
  choices: readonly string[],
  options: ArgOptions,
): PropertyDecorator {
  const canonical = new Map(choices.map((choice) => [choice.toLowerCase(), choice]));
  const rule = {
    message: `${wireName} must be one of ${choices.join(', ')}`,
    holds: (value: unknown) => isIn(value, choices),
  };
  return arg(
    wireName,
    options,
    { type: 'string', enum: choices },
    [rule],
    (text) => canonical.get(text.toLowerCase()) ?? text,
  );
}

/** true or false (also 1 and 0), in any case. */
export function BooleanArg(wireName: string, options: ArgOptions): PropertyDecorator {
  const rule = {
    message: `${wireName} must be true or false`,
    holds: (value: unknown) => typeof value === 'boolean',
  };
  const values = new Map<string, boolean>([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ]);
  return arg(
    wireName,
    options,
    { type: 'boolean' },
    [rule],
    (text) => values.get(text.toLowerCase()) ?? text,
  );
}

/** A file part of a multipart body, as a Buffer. */
export function FileArg(wireName: string, options: ArgOptions): PropertyDecorator {
  const message = `${wireName} must be sent as a file of a multipart body`;
  const rule = { message, holds: (value: unknown) => Buffer.isBuffer(value) };
  return declareArg(
    wireName,
    options,
    { type: 'string', format: 'binary' },
    [rule],
    (parameters, names) => parameters.getFile(names) ?? (parameters.get(names) || undefined),
  );
}

function arg(
  wireName: string,
  options: ArgOptions,
  schema: ParameterSchema,
  rules: readonly Rule[],
  convert: (text: string) => unknown = (text) => text,
): PropertyDecorator {
  return declareArg(wireName, options, schema, rules, (parameters, names) => {
    const text = parameters.get(names);
    return text === undefined || text === '' ? undefined : convert(text); // empty: as if not sent (RFC 6749 §3.2)
  });
}

function declareArg(
  wireName: string,
  options: ArgOptions,
  schema: ParameterSchema,
  rules: readonly Rule[],
  read: (parameters: Parameters, names: readonly string[]) => unknown,
): PropertyDecorator {
  return (target, property) => {
    const type = target.constructor as ArgsClass;
    const aliases = options.aliases ?? [];
    const names = [wireName, ...aliases].map(normalizeName);
    const own: BoundArg = {
      property: String(property),
      wireName,
      aliases,
      names,
      isRequired: options.optional !== true,
      isSecret: options.secret === true,
      description: options.description,
      schema,
      rules,
      read: (parameters) => read(parameters, names),
    };
    declared.set(type, [...(declared.get(type) ?? []), own]);
  };
}

/**
 * Builds the arguments of a call from its parameters.
 * @throws CallError invalidParameter that names every offending parameter, and why, in one answer (D10)
 */
export function bindArgs(type: ArgsClass, parameters: Parameters): object {
  const args = new type() as object & Record<string, unknown>;
  const missing: string[] = [];
  const problems: string[] = [];
  for (const arg of boundArgsOf(type)) {
    const value = arg.read(parameters);
    if (value === undefined) {
      if (arg.isRequired) missing.push(`${arg.wireName} is required`);
      continue;
    }
    args[arg.property] = value;
    const broken = arg.rules.find((rule) => !rule.holds(value));
    if (broken) problems.push(broken.message);
  }
  if (hasOwnRules(args)) problems.push(...args.problems());
  if (missing.length === 0 && problems.length === 0) return args;
  const message = `${[...missing, ...problems].join('; ')}.`;
  throw new CallError(Errors.invalidParameter, {}, { message });
}

/** A class with what `base` takes, and with what any of the others takes, none of it required. */
export function withAnyOf(base: ArgsClass, others: readonly ArgsClass[]): ArgsClass {
  const type = class extends base {};
  const args = [...new Set(others.flatMap(boundArgsOf))]; // what they inherit is the same object
  for (const key of ['wireName', 'property'] as const)
    if (new Set(args.map((arg) => arg[key])).size < args.length) throw new Error(`a ${key} has two meanings`);
  declared.set(
    type,
    args.map((arg) => ({ ...arg, isRequired: false })),
  );
  return type;
}

/** @throws CallError invalidParameter naming all that the class requires and the arguments don't have (D10) */
export function requireGiven(type: ArgsClass, args: object): void {
  const missing = boundArgsOf(type).filter(({ isRequired, property }) => isRequired && !(property in args));
  if (missing.length === 0) return;
  const message = `${missing.map(({ wireName }) => `${wireName} is required`).join('; ')}.`;
  throw new CallError(Errors.invalidParameter, {}, { message });
}

/** Arguments whose parameters depend on each other say here what is wrong between them. */
export interface OwnRules {
  problems(): string[];
}

function hasOwnRules(args: object): args is OwnRules {
  return 'problems' in args;
}

/** Whether the operation takes a file, and so a larger body. */
export function takesFile(type: ArgsClass | null): boolean {
  return type !== null && boundArgsOf(type).some(({ schema }) => schema.format === 'binary');
}

/** The secret parameters of the operation that stood in the query string. */
export function secretsInQuery(type: ArgsClass | null, parameters: Parameters): string[] {
  if (type === null || !parameters.hasQuery) return [];
  return boundArgsOf(type)
    .filter((declaration) => declaration.isSecret && parameters.isInQuery(declaration.names))
    .map((declaration) => declaration.wireName);
}
