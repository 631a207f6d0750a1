import { ValidateBy } from 'class-validator';
import type { Rule } from './field.js';

/** Holds a property to a rule of its field, once its form is right; what is wrong is the message. */
export function Follows<V>(rule: Rule<V>): PropertyDecorator {
  const problems = new WeakMap<object, string>();
  return ValidateBy({
    name: 'follows',
    validator: {
      validate: async (value: V, args) => {
        const problem = await rule(value);
        if (args && problem !== null) problems.set(args.object, problem);
        return problem === null;
      },
      defaultMessage: (args) => problems.get(args?.object ?? {}) ?? 'is wrong',
    },
  });
}
