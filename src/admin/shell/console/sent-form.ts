import { check, type RulesOf } from '../../../platform/checks/check.js';
import type { Visit } from '../../../platform/operations/visit.js';
import { formLabels, readForm, textIn } from '../../../platform/checks/form.js';
import { placed } from '../../../platform/records/typed-form.js';
import { ProblemError } from '../../../platform/errors/problem-error.js';
import { Problems, type FieldError } from '../../../platform/errors/problems.js';

/** Error messages by field. */
export type FormErrors = Readonly<Record<string, string>>;

/** Labels by field; errors name a field without a label as the API does. */
export type Labels = Readonly<Record<string, string>>;

/**
 * Why a form is shown again: errors by field, and all of them in one text. The page takes out of it what its fields tell, and
 * links to them instead, because a field may be far down (D381).
 */
export interface Refused {
  readonly errors: FormErrors;
  readonly problem: string;
}

/** A form as it was read: its checked body, or why it is refused; and the labels by which errors name its fields. */
export type Sent<B> = ({ readonly body: B } | Refused) & { readonly labels: Labels };

const LONGEST_PARAMETER = 1000;

/** The error at `confirmation`: the form is shown again with a password field. */
export const PASSWORD_NEEDED = 'Enter your password to confirm this.';

/** A parameter of the query string: `?query=anna`; empty if it is absent, repeated or too long. */
export function queryIn(visit: Visit, name: string): string {
  const value = textIn(visit.query, name);
  return value.length <= LONGEST_PARAMETER ? value : '';
}

/** The state of the record that a form was shown for. */
export function etagIn({ body }: Visit): string {
  return textIn(body, 'etag');
}

/**
 * Reads a form of the console by its class; errors name fields by their labels.
 * @param sent the body or the query of the request
 * @param told values for rules that are in no field: see check()
 * @returns the typed values, with either the checked body or the errors
 */
export async function sentForm<T extends object>(
  type: RulesOf<T>,
  sent: unknown,
  told?: Partial<T>,
): Promise<{ values: T } & Sent<T>> {
  const { values, problems } = await readForm(type, sent, told);
  const labels = formLabels(type);
  return { values, labels, ...(problems.length === 0 ? { body: values } : refusedBy(problems, labels)) };
}

/** Adds the error of the password field to those of the form. @param problem null: the password is right */
export function withPassword<S extends object>(
  sent: S & Partial<Refused>,
  problem: string | null,
  field: string,
): S | (S & Refused) {
  if (problem === null) return sent;
  const all = refusedFor({ ...sent.errors, [field]: problem });
  const isOfForm = sent.problem !== undefined && Object.keys(sent.errors ?? {}).length === 0;
  return { ...sent, ...all, problem: isOfForm ? `${sent.problem} ${problem}` : all.problem };
}

/** Checks values of a form that were read before. */
export async function checkedForm<T extends object>(
  type: RulesOf<T>,
  values: Partial<T>,
  labels: Labels,
): Promise<Sent<T>> {
  const checked = await check(type, values);
  return { labels, ...('value' in checked ? { body: checked.value } : refusedBy(checked.problems, labels)) };
}

/** Performs the action of a form, unless the form is refused. */
export async function outcomeOf<B, T>(
  sent: Sent<B>,
  work: (body: B) => Promise<T>,
): Promise<{ done: T } | Refused> {
  if (!('errors' in sent)) return doneOrRefused(work(sent.body), sent.labels);
  const { errors, problem } = sent; // without the typed values, which the page passes separately
  return { errors, problem };
}

/** Turns an error of the service into errors of the form: by field if it names any, otherwise for the whole form. */
export async function doneOrRefused<T>(
  work: Promise<T>,
  labels: Labels = {},
): Promise<{ done: T } | Refused> {
  try {
    return { done: await work };
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    if (cause.definition === Problems.confirmationRequired)
      return { errors: { confirmation: PASSWORD_NEEDED }, problem: PASSWORD_NEEDED };
    return cause.fields.length === 0
      ? { errors: {}, problem: cause.message }
      : refusedBy(cause.fields, labels);
  }
}

function refusedBy(problems: readonly FieldError[], labels: Labels): Refused {
  const told = problems.map(({ field, message }) => {
    const label = Object.hasOwn(labels, field) ? labels[field] : field;
    return [field, `${placed(label, message)}.`] as const;
  });
  return refusedFor(Object.fromEntries(told));
}

/** The page tells at its top what no field tells, and counts the others. */
export function refusedFor(errors: FormErrors): Refused {
  return { errors, problem: Object.values(errors).join(' ') };
}
