import { Rule } from '../checks/rule.js';
import { problemsByField } from '../checks/form.js';
import type { TFunction } from 'i18next';
import type { FieldError } from '../errors/problems.js';
import type { Texts } from './texts/texts.js';

/** The error of a field: a key of the texts under `errors`. */
export type ErrorKey = keyof Texts['errors'];

/** By field. */
export type PageErrors = Readonly<Partial<Record<string, ErrorKey>>>;

/** A rule of a field of a page in several languages. */
export const PageRule: <T extends object>(
  problemOf: (text: string, whole: T) => ErrorKey | null | Promise<ErrorKey | null>,
) => PropertyDecorator = Rule;

/** The problems of a form whose rules are all `PageRule`s. */
export function pageErrors(problems: readonly FieldError[]): PageErrors {
  return problemsByField(problems) as PageErrors;
}

/** What a field of a form that was sent shows again. */
interface TypedField {
  readonly name: string;
  readonly value: string;
  /** The text beside it. */
  readonly error: string | undefined;
}

/** Returns a field of a form, with its error. @param values what the fields show: as typed, or as kept; no passwords */
export function typedFields(
  t: TFunction,
  errors: PageErrors = {},
  values: object = {},
): (name: string) => TypedField {
  const texts = new Map<string, unknown>(Object.entries(values));
  return (name) => {
    const value = texts.get(name);
    const error = errors[name] && t(`errors.${errors[name]}`);
    return { name, value: typeof value === 'string' ? value : '', error };
  };
}
