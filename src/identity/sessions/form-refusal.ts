import type { Answering } from '../../platform/operations/shown.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors, type ErrorDefinition } from '../../platform/errors/catalogue.js';
import type { PageErrors } from '../../platform/pages/page-errors.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';

type Refusal = 'numberNotTexted' | 'wrongPassword' | 'waitABit' | 'tooMany' | 'busy' | 'outcomeUnknown';

/**
 * The reason why a form is shown again: a key of the texts under `errors`, with the status and the headers of the
 * refusal.
 */
interface FormRefusal extends Answering {
  readonly key: Refusal;
}

/**
 * Returns the reason why a form is shown again. Only a wrong password, too many attempts, a spent budget, a full queue,
 * an unavailable database and a number that gets no text messages are errors of a form; anything else is thrown again.
 */
export function refusalOf(cause: unknown): FormRefusal {
  const key = cause instanceof CallError ? keyOf(cause) : undefined;
  if (key === undefined) throw cause;
  const { definition, headers } = cause as CallError;
  return { key, status: definition.status, headers };
}

/** The outcome of a form, and the status and headers of the page that shows it. */
export interface Attempted {
  readonly isDone: boolean;
  readonly errors: PageErrors;
  readonly answering: Answering;
}

/**
 * Returns the outcome of a form's work: the errors, by field. A refused password is reported with the other errors.
 * @param field beside which the errors of `refusalOf` are shown
 * @param work null: it was not begun, because of errors in the form
 * @param found errors of the form itself
 */
export async function attemptAt(
  field: string,
  work: Promise<PageErrors | void> | null,
  found: PageErrors = {},
): Promise<Attempted> {
  const { errors: more, ...refused } = await errorsOf(field, work);
  const errors = { ...found, ...more };
  const isDone = Object.keys(errors).length === 0;
  return { isDone, errors, answering: isDone ? {} : { status: 400, ...refused } };
}

async function errorsOf(
  field: string,
  work: Promise<PageErrors | void> | null,
): Promise<Answering & { errors: PageErrors }> {
  try {
    return { errors: (await work) ?? {} };
  } catch (cause) {
    const { key, ...answering } = refusalOf(cause);
    return { errors: { [field]: key }, ...answering };
  }
}

function keyOf(cause: CallError): Refusal | undefined {
  return cause instanceof BudgetSpent ? 'tooMany' : KEYS.get(cause.definition);
}

const KEYS = new Map<ErrorDefinition, Refusal>([
  [Errors.msisdnInvalid, 'numberNotTexted'],
  [Errors.credentialInvalid, 'wrongPassword'],
  [Errors.tooManyAttempts, 'waitABit'],
  [Errors.unavailable, 'busy'],
  [Errors.outcomeUnknown, 'outcomeUnknown'],
]);
