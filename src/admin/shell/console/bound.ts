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
