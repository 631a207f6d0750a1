import type { Response } from 'express';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors, type ErrorDefinition } from '../../platform/errors/catalogue.js';
import type { PageErrors } from '../../platform/pages/page-errors.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';

type Refusal = 'numberNotTexted' | 'wrongPassword' | 'waitABit' | 'tooMany' | 'busy' | 'outcomeUnknown';

/**
 * The error that a form is shown with: a key of the texts under `errors`. Sets the status and headers of the refusal on
 * the answer. Only a wrong password, too many attempts, a spent budget, a full queue, an unavailable database and a number
 * that no text message is sent to are handled; anything else is rethrown.
 */
export function refuse(response: Response, cause: unknown): Refusal {
  const key = cause instanceof CallError ? keyOf(cause) : undefined;
  if (key === undefined) throw cause;
  const { definition, headers } = cause as CallError;
  response.status(definition.status).set(headers);
  return key;
}

/**
 * What is wrong beside which field; what the password was refused for beside its own, to be told with all the rest.
 * @param work takes the password, and may find more that is wrong
 */
export async function refusedAt(
  response: Response,
  field: string,
  work: Promise<PageErrors | void>,
): Promise<PageErrors> {
  try {
    return (await work) ?? {};
  } catch (cause) {
    return { [field]: refuse(response, cause) };
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
