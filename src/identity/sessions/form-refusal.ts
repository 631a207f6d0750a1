import type { Response } from 'express';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors, type ErrorDefinition } from '../../platform/errors/catalogue.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';

type Refusal = 'wrongPassword' | 'waitABit' | 'tooMany' | 'busy' | 'outcomeUnknown';

/**
 * Why a form comes back: a key of the texts under `errors`. The answer gets the status and headers of the refusal;
 * anything but a wrong password, too many of them, a budget that is spent, a full queue or a database that is away is
 * thrown on.
 */
export function refuse(response: Response, cause: unknown): Refusal {
  const key = cause instanceof CallError ? keyOf(cause) : undefined;
  if (key === undefined) throw cause;
  const { definition, headers } = cause as CallError;
  response.status(definition.status).set(headers);
  return key;
}

function keyOf(cause: CallError): Refusal | undefined {
  return cause instanceof BudgetSpent ? 'tooMany' : KEYS.get(cause.definition);
}

const KEYS = new Map<ErrorDefinition, Refusal>([
  [Errors.credentialInvalid, 'wrongPassword'],
  [Errors.tooManyAttempts, 'waitABit'],
  [Errors.unavailable, 'busy'],
  [Errors.outcomeUnknown, 'outcomeUnknown'],
]);
