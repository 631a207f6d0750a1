import { check, type RulesOf } from '../../../platform/checks/check.js';
import { formLabels, readForm } from '../../../platform/checks/form.js';
import { placed } from '../../../platform/records/form.js';
import { ProblemError } from '../../../platform/errors/problem-error.js';
import { Problems, type FieldError } from '../../../platform/errors/problems.js';

/** What is wrong beside which field, in sentences. */
export type FormErrors = Readonly<Record<string, string>>;

/** What the person reads beside a field; a field without one is called as in the API. */
export type Labels = Readonly<Record<string, string>>;

/** Why a form comes back: by field, and all of it in one for the top of the page, since a field may be far down. */
export interface Refused {
  readonly errors: FormErrors;
  readonly problem: string;
}

/** At `confirmation`: the form comes back with a field for it. */
export const PASSWORD_NEEDED = 'Your password is needed for this.';

/**
 * A form of the console by its class, each problem by the label of its field.
 * @param sent the body or the query of the request
 * @param told what no field says: see check()
 * @returns what was typed, and with it the body, or what is wrong
 */
export async function sentForm<T extends object>(
  type: RulesOf<T>,
  sent: unknown,
  told?: Partial<T>,
): Promise<{ values: T; body: T } | ({ values: T } & Refused)> {
  const { values, problems } = await readForm(type, sent, told);
  return problems.length === 0
    ? { values, body: values }
    : { values, ...refusedBy(problems, formLabels(type)) };
}

/** A form with the password in it: told together what is wrong with both. @param problem null: the password is right */
export function withPassword<S extends object>(
  sent: S & Partial<Refused>,
  problem: string | null,
): S | (S & Refused) {
  if (problem === null) return sent;
  const all = sent.problem === undefined ? problem : `${sent.problem} ${problem}`;
  return { ...sent, errors: { ...sent.errors, password: problem }, problem: all };
}

/** The same for values that were read already. */
export async function checkedForm<T extends object>(
  type: RulesOf<T>,
  values: Partial<T>,
  labels: Labels = {},
): Promise<{ body: T } | Refused> {
  const checked = await check(type, values);
  return 'value' in checked ? { body: checked.value } : refusedBy(checked.problems, labels);
}

/** A refusal of the service at the form: by field where it names some, for the whole of it otherwise. */
export async function refusalOf<T>(work: Promise<T>, labels: Labels = {}): Promise<{ done: T } | Refused> {
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
  return { errors: Object.fromEntries(told), problem: told.map(([, sentence]) => sentence).join(' ') };
}
