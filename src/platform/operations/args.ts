import { isIn, length } from 'class-validator';
import { yesOrNo } from '../checks/form.js';
import { invalidParameter } from '../errors/call-error.js';
import { isLong } from './long.js';
import type { ArgsClass } from './operation.js';
import { normalizeName, type Parameters } from './parameters.js';
import { lengthRule } from './text-rules.js';

/** JSON Schema of one parameter, for the OpenAPI document. */
type ParameterSchema = Readonly<Record<string, unknown>>;

export interface ArgDeclaration {
  readonly property: string;
  /** The name in the interface, used in errors and documentation. */
  readonly wireName: string;
  readonly aliases: readonly string[];
  readonly isRequired: boolean;
  /**
   * A password, code or token. In a query string it is counted as legacy use, and refused for a strict client (D45,
   * D68).
   */
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

/** Returns the problem with a value, which follows the parameter's name ("must be …"), or null. */
type Rule = (value: unknown) => string | null;

interface BoundArg extends ArgDeclaration {
  readonly names: readonly string[];
  readonly rule: Rule;
  /** Returns the value for the call; undefined if the parameter was not sent. */
  read(parameters: Parameters): unknown;
}

const declared = new Map<ArgsClass, BoundArg[]>();
/** The arguments of each class, including inherited ones; collected at first use. */
const bound = new Map<ArgsClass, readonly BoundArg[]>();

export function argsOf(type: ArgsClass): readonly BoundArg[] {
  let args = bound.get(type);
  if (args === undefined) bound.set(type, (args = ownAndInherited(type)));
  return args;
}

function ownAndInherited(type: ArgsClass): readonly BoundArg[] {
  const parent = Object.getPrototypeOf(type) as ArgsClass | null;
  const inherited = parent && parent !== Function.prototype ? argsOf(parent) : [];
  return [...inherited, ...(declared.get(type) ?? [])];
}

/** A text of `min` to `max` characters, unchanged. */
export function TextArg(
  wireName: string,
  options: ArgOptions & {
    min?: number;
    max?: number;
    /** What else is wrong with it; it follows the name ("must be …"). */
    rule?: (text: string) => string | null;
  },
): PropertyDecorator {
  const { min = 1, max = 255, rule: problemOf = () => null } = options;
  const message = lengthRule(min, max);
  const rule = (text: unknown) => (length(text, min, max) ? problemOf(text as string) : message);
  return arg(wireName, options, { type: 'string', minLength: min, maxLength: max }, rule);
}

/** A 64-bit id, as digits. */
export function LongArg(wireName: string, options: ArgOptions): PropertyDecorator {
  const rule = (value: unknown) => (isLong(value) ? null : 'must be a whole number in digits');
  // One spelling for one id: 007 is 7, wherever it is compared.
  const canonical = (text: string): string => (isLong(text) ? String(BigInt(text)) : text);
  return arg(wireName, options, { type: 'string', pattern: '^\\d{1,19}$' }, rule, canonical);
}

/** One of the choices, case-insensitively; the value has the spelling of the declaration. */
export function ChoiceArg(
  wireName: string,
  choices: readonly string[],
  options: ArgOptions,
): PropertyDecorator {
  const canonical = new Map(choices.map((choice) => [choice.toLowerCase(), choice]));
  const message = `must be one of ${choices.join(', ')}`;
  const rule = (value: unknown) => (isIn(value, choices) ? null : message);
  return arg(
    wireName,
    options,
    { type: 'string', enum: choices },
    rule,
    (text) => canonical.get(text.toLowerCase()) ?? text,
  );
}

/** true or false (also 1 and 0), case-insensitively. */
export function BooleanArg(wireName: string, options: ArgOptions): PropertyDecorator {
  const rule = (value: unknown) => (typeof value === 'boolean' ? null : 'must be true or false');
  return arg(wireName, options, { type: 'boolean' }, rule, (text) => yesOrNo(text.toLowerCase()));
}

/** A text that may be sent several times, each time with another value; as a list. */
export function TextListArg(wireName: string, options: ArgOptions & { max?: number }): PropertyDecorator {
  const { max = 255 } = options;
  const rule = (values: unknown) =>
    (values as string[]).every((text) => length(text, 1, max)) ? null : lengthRule(1, max);
  const schema = { type: 'array', items: { type: 'string', minLength: 1, maxLength: max } };
  return declareArg(wireName, options, schema, rule, (parameters, names) => {
    const values = parameters.getAll(names);
    return values.length === 0 ? undefined : values;
  });
}

/**
 * A file part of a multipart body, or the body itself if that is an image; as a Buffer.
 * @param options with `isRemovable`, a text parameter of that name without a value is read as null, which removes the file
 */
export function FileArg(
  wireName: string,
  { isRemovable = false, ...options }: ArgOptions & { isRemovable?: boolean },
): PropertyDecorator {
  const rule = (value: unknown) =>
    Buffer.isBuffer(value) || value === null
      ? null
      : 'must be sent as a file of a multipart body, or as the body itself';
  const read = (parameters: Parameters, names: readonly string[]) => {
    const file = parameters.getFile(names) ?? parameters.get(names);
    return file === '' ? (isRemovable ? null : undefined) : file;
  };
  return declareArg(wireName, options, { type: 'string', format: 'binary' }, rule, read);
}

function arg(
  wireName: string,
  options: ArgOptions,
  schema: ParameterSchema,
  rule: Rule,
  convert: (text: string) => unknown = (text) => text,
): PropertyDecorator {
  return declareArg(wireName, options, schema, rule, (parameters, names) => {
    const text = parameters.get(names);
    return text === undefined || text === '' ? undefined : convert(text); // empty counts as not sent (RFC 6749 §3.2)
  });
}

function declareArg(
  wireName: string,
  options: ArgOptions,
  schema: ParameterSchema,
  rule: Rule,
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
      rule,
      read: (parameters) => read(parameters, names),
    };
    declared.set(type, [...(declared.get(type) ?? []), own]);
  };
}

/**
 * Builds the arguments of a call from its parameters.
 * @throws CallError invalidParameter naming every invalid parameter, with the reasons (D10)
 */
export function bindArgs(type: ArgsClass, parameters: Parameters): object {
  const args = new type() as object & Record<string, unknown>;
  const missing: string[] = [];
  const problems: string[] = [];
  for (const arg of argsOf(type)) {
    const value = arg.read(parameters);
    if (value === undefined) {
      if (arg.isRequired) missing.push(`${arg.wireName} is required`);
      continue;
    }
    args[arg.property] = value;
    const problem = arg.rule(value);
    if (problem !== null) problems.push(`${arg.wireName} ${problem}`);
  }
  if (hasOwnRules(args)) problems.push(...args.problems());
  if (missing.length === 0 && problems.length === 0) return args;
  throw invalidParameter(`${[...missing, ...problems].join('; ')}.`);
}

/** A class with the arguments of `base`, and those of all others as optional ones. */
export function withAnyOf(base: ArgsClass, others: readonly ArgsClass[]): ArgsClass {
  const type = class extends base {};
  const args = [...new Set(others.flatMap(argsOf))]; // inherited arguments are the same object
  for (const key of ['wireName', 'property'] as const)
    if (new Set(args.map((arg) => arg[key])).size < args.length) throw new Error(`a ${key} has two meanings`);
  declared.set(
    type,
    args.map((arg) => ({ ...arg, isRequired: false })),
  );
  return type;
}

/** @throws CallError invalidParameter naming every argument that the class requires and that is missing (D10) */
export function requireGiven(type: ArgsClass, args: object): void {
  const missing = argsOf(type).filter(({ isRequired, property }) => isRequired && !(property in args));
  if (missing.length === 0) return;
  throw invalidParameter(`${missing.map(({ wireName }) => `${wireName} is required`).join('; ')}.`);
}

/** Rules between parameters that depend on each other. */
export interface OwnRules {
  problems(): string[];
}

function hasOwnRules(args: object): args is OwnRules {
  return 'problems' in args;
}

/** Whether the operation accepts a file, and therefore a larger body. */
export function takesFile(type: ArgsClass | null): boolean {
  return type !== null && argsOf(type).some(({ schema }) => schema.format === 'binary');
}

/** The secret parameters that were sent in the query string. */
export function secretsInQuery(type: ArgsClass | null, parameters: Parameters): string[] {
  if (type === null || !parameters.hasQuery) return [];
  return argsOf(type)
    .filter((declaration) => declaration.isSecret && parameters.isInQuery(declaration.names))
    .map((declaration) => declaration.wireName);
}
