import { bodyPipe } from '../../../platform/operations/admin-body.js';
import { ProblemError, Problems } from '../../../platform/errors/problems.js';
import { placed } from '../../../platform/records/form.js';

/** Errors by field, for the form that comes back. */
export type FormErrors = Readonly<Record<string, string>>;

/** What the person reads beside a field; a field without one is called as in the API. */
export type Labels = Readonly<Record<string, string>>;

/** At `confirmation`: the form comes back with a field for it. */
export const PASSWORD_NEEDED = 'Your password is needed for this.';

/**
 * The values of a form by the rules of the API's body.
 * @returns the body, or what is wrong: by field, and in one for the top of the page, since the field may be far down
 */
export async function checkedForm<T extends object>(
  type: new () => T,
  values: Partial<T>,
  labels: Labels = {},
): Promise<{ body: T } | { errors: FormErrors; problem: string }> {
  try {
    return { body: (await bodyPipe.transform(values, { type: 'body', metatype: type })) as T };
  } catch (cause) {
    if (cause instanceof ProblemError) return refusal(cause, labels);
    throw cause;
  }
}

/** A refusal of the service at the form: by field where it names some, for the whole of it otherwise. */
export async function refusalOf<T>(
  work: Promise<T>,
  labels: Labels = {},
): Promise<{ done: T } | { errors: FormErrors; problem: string }> {
  try {
    return { done: await work };
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    if (cause.definition === Problems.confirmationRequired)
      return { errors: { confirmation: PASSWORD_NEEDED }, problem: PASSWORD_NEEDED };
    return refusal(cause, labels);
  }
}

function refusal({ fields, message }: ProblemError, labels: Labels): { errors: FormErrors; problem: string } {
  const told = fields.map(({ field, message: text }) => {
    const label = Object.hasOwn(labels, field) ? labels[field] : field;
    return [field, `${placed(label, text)}.`] as const;
  });
  const problem = told.length > 0 ? told.map(([, text]) => text).join(' ') : message;
  return { errors: Object.fromEntries(told), problem };
}
