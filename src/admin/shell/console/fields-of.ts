import type { RulesOf } from '../../../platform/checks/check.js';
import { formLabels } from '../../../platform/checks/form.js';
import type { FormErrors } from './sent-form.js';

interface Bound<Name> {
  readonly name: Name;
  readonly value: string;
  readonly label: string;
  readonly error: string | undefined;
}

/**
 * Looks up the props of a field by its name: its label from the class of the form, its value and its error.
 * @returns a function of the name: `<Field {...field('name')} type="text" />`
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

/** The value as text for the field: a list with one value per line, nothing as an empty string. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
