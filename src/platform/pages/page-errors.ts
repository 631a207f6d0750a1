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

/** Returns the error text beside a field. */
export function errorTexts(t: TFunction, errors: PageErrors = {}): (field: string) => string | undefined {
  return (field) => errors[field] && t(`errors.${errors[field]}`);
}
