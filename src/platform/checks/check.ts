import { plainToInstance } from 'class-transformer';
import { validate, validateSync, type ValidationError, type ValidatorOptions } from 'class-validator';
import type { FieldError } from '../errors/problems.js';
import { problemWithJson } from './sound-json.js';

/** An instance of the class, or the problems of the value: one for each member, by its path. */
type Checked<T> = { readonly value: T } | { readonly problems: readonly FieldError[] };

/** A class whose members have class-validator rules. */
export type RulesOf<T> = new () => T;

const RULES: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: false, // some classes have no rules
  stopAtFirstError: true,
};

/**
 * Checks all input other than the arguments of calls: REST bodies, forms, lines of an import, settings (ADR 8).
 * @param told values that rules need and no caller sends, such as the names that a password must not be; see `Told`
 */
export async function check<T extends object>(
  type: RulesOf<T>,
  given: unknown,
  told?: Partial<T>,
): Promise<Checked<T>> {
  const read = instanceOf(type, given, told);
  return 'problems' in read ? read : outcomeOf(read.value, await validate(read.value, RULES));
}

/** Checks like `check`, but synchronously: no rule of the class may be asynchronous. */
export function checkSync<T extends object>(type: RulesOf<T>, given: unknown): Checked<T> {
  const read = instanceOf(type, given);
  return 'problems' in read ? read : outcomeOf(read.value, validateSync(read.value, RULES));
}

/** Members that are left out have the default of the class. A value that is not an object is refused at the path ''. */
function instanceOf<T extends object>(type: RulesOf<T>, given: unknown, told?: Partial<T>): Checked<T> {
  const problem = problemWithJson(given);
  if (problem !== null) return { problems: [{ field: '', message: problem }] };
  const plain = given ?? {};
  if (typeof plain !== 'object' || Array.isArray(plain))
    return { problems: [{ field: '', message: 'is not a JSON object' }] };
  return { value: Object.assign(plainToInstance(type, plain, { exposeDefaultValues: true }), told) };
}

function outcomeOf<T>(value: T, errors: readonly ValidationError[]): Checked<T> {
  return errors.length === 0 ? { value } : { problems: problemsIn(errors) };
}

function problemsIn(errors: readonly ValidationError[], above = ''): FieldError[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => {
    const field = `${above}${nameOf(property)}`;
    const own = Object.entries(constraints).map(([rule, message]) => ({
      field,
      message: rule === 'whitelistValidation' ? 'is not known here' : withoutName(message, property),
    }));
    return [...own, ...problemsIn(children, `${field}.`)];
  });
}

/**
 * Unknown names are not repeated unless they look like one: JSON sent as a form is one long name, with the password in
 * it.
 */
function nameOf(property: string): string {
  return /^[\w-]{1,64}$/.test(property) ? property : '(no name)';
}

/** class-validator begins messages with the property's name, which is shown beside the message anyway. */
function withoutName(message: string, property: string): string {
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
