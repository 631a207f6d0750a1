import type { RulesOf } from '../../../platform/checks/check.js';
import { formLabels } from '../../../platform/checks/form.js';
import type { FormErrors } from './checked.js';

interface Bound<Name> {
  readonly name: Name;
  readonly value: string;
  readonly label: string;
  readonly error: string | undefined;
}

/**
 * What hangs on the name of a field, by the class of the form: how it is called, what was typed, what is wrong with that.
 * @returns by name: `<Field {...field('name')} type="text" />`
 */
export function fieldsOf<T extends object>(
  type: RulesOf<T>,
  values: Partial<T>,
  errors: FormErrors = {},
): <Name extends keyof T & string>(name: Name) => Bound<Name> {
  const labels = formLabels(type);
  return (name) => ({
    name,
    label: labels[name],
    value: textOf(values[name]),
    error: errors[name],
  });
}

/** As it was typed: one value a line, nothing where there is none. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
