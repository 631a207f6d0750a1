import type { RulesOf } from '../../../platform/checks/check.js';
import { formLabels } from '../../../platform/checks/form.js';
import type { FormErrors } from './checked.js';

type TextIn<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] &
  string;

interface Bound<Name> {
  readonly name: Name;
  readonly value: string;
  readonly error: string | undefined;
}

/**
 * What hangs on the name of a field: what was typed into it, and what is wrong with that.
 * @returns by name: `<Field {...bound('name')} label="Name" type="text" />`
 */
export function boundTo<Values>(
  values: Values,
  errors: FormErrors,
): <Name extends TextIn<Values>>(name: Name) => Bound<Name> {
  return (name) => ({ name, value: values[name] as string, error: errors[name] });
}

/**
 * The same by the class of the form, which says how a field is called, too.
 * @returns by name: `<Field {...field('name')} type="text" />`
 */
export function fieldsOf<T extends object>(
  type: RulesOf<T>,
  values: Partial<T>,
  errors: FormErrors = {},
): <Name extends keyof T & string>(name: Name) => Bound<Name> & { readonly label: string } {
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
