import { bodyPipe } from '../../../platform/operations/admin-body.js';
import { ProblemError } from '../../../platform/errors/problem-error.js';
import { Problems, type FieldError } from '../../../platform/errors/problems.js';

/** Errors by field, for the form that comes back. */
export type FormErrors = Readonly<Record<string, string>>;

/** At `confirmation`: the form comes back with a field for it. */
export const PASSWORD_NEEDED = 'Your password is needed for this.';

/**
 * The values of a form by the rules of the API's body.
 * @returns the body, or what is wrong: by field, and in one for the top of the page, since the field may be far down
 */
export async function checkedForm<T extends object>(
  type: new () => T,
  values: Partial<T>,
): Promise<{ body: T } | { errors: FormErrors; problem: string }> {
  try {
    return { body: (await bodyPipe.transform(values, { type: 'body', metatype: type })) as T };
  } catch (cause) {
    if (cause instanceof ProblemError) return { errors: errorsByField(cause.fields), problem: cause.message };
    throw cause;
  }
}

/** A refusal of the service at the form: by field where it names some, for the whole of it otherwise. */
export async function refusalOf<T>(
  work: Promise<T>,
): Promise<{ done: T } | { errors: FormErrors; problem: string }> {
  try {
    return { done: await work };
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    if (cause.definition === Problems.confirmationRequired)
      return { errors: { confirmation: PASSWORD_NEEDED }, problem: PASSWORD_NEEDED };
    return { errors: errorsByField(cause.fields), problem: cause.message };
  }
}

function errorsByField(fields: readonly FieldError[]): FormErrors {
  return Object.fromEntries(fields.map(({ field, message }) => [field, `${field} ${message}.`]));
}
