import { plainToInstance } from 'class-transformer';
import { validate, validateSync, type ValidationError, type ValidatorOptions } from 'class-validator';
import type { FieldError } from '../errors/problems.js';
import { problemWithJson } from './sound-json.js';

/** What a value is by its class, or everything that is wrong with it: one problem for each member, by its path. */
export type Checked<T> = { readonly value: T } | { readonly problems: readonly FieldError[] };

/** A class whose members carry the rules of class-validator. */
export type RulesOf<T> = new () => T;

const RULES: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: false, // a class may have no rules
  stopAtFirstError: true,
};

/**
 * Checks whatever came from outside and is no call: REST bodies, forms, lines of an import, settings (D196).
 * @param told what a rule needs to know and nobody sends, such as the names that a password must not be; see `Told`
 */
export async function check<T extends object>(
  type: RulesOf<T>,
  given: unknown,
  told?: Partial<T>,
): Promise<Checked<T>> {
  const read = instanceOf(type, given, told);
  return 'problems' in read ? read : outcomeOf(read.value, await validate(read.value, RULES));
}

/** The same where nothing can be waited for; the rules of the class must not wait either. */
export function checkSync<T extends object>(type: RulesOf<T>, given: unknown): Checked<T> {
  const read = instanceOf(type, given);
  return 'problems' in read ? read : outcomeOf(read.value, validateSync(read.value, RULES));
}

/** What is left out takes the default of the class. A value that is no object is refused at the path ''. */
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

/** What no member is called is not repeated: JSON that came as a form is one long name, with the password in it. */
function nameOf(property: string): string {
  return /^[\w-]{1,64}$/.test(property) ? property : '(no name)';
}

/** class-validator begins with the property's name, which stands beside the message. */
function withoutName(message: string, property: string): string {
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
