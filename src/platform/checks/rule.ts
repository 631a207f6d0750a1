import { ValidateBy } from 'class-validator';

/**
 * A rule as one function. It returns the problem of a member, or null. It may use other members, such as the country of a
 * phone number, and may be asynchronous.
 */
export function Rule<T extends object, V = string>(
  problemOf: (value: V, whole: T) => string | null | Promise<string | null>,
): PropertyDecorator {
  const found = new WeakMap<object, string | null>();
  return ValidateBy({
    name: 'rule',
    validator: {
      validate(value: V, args) {
        const whole = args?.object as T;
        const keep = (problem: string | null): boolean => {
          found.set(whole, problem);
          return problem === null;
        };
        const problem = problemOf(value, whole);
        return problem instanceof Promise ? problem.then(keep) : keep(problem);
      },
      defaultMessage: (args) => found.get(args?.object as T) ?? '',
    },
  });
}

/**
 * A rule for text that a function recognizes, such as a country code.
 * @param problem such as "is not a country code"
 */
export function Known(isKnown: (text: string) => boolean, problem: string): PropertyDecorator {
  return Rule((value: unknown) => (typeof value === 'string' && isKnown(value) ? null : problem));
}
