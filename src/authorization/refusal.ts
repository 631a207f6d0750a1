import type { Response } from 'express';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';

/**
 * Why a form comes back: a key of the texts under `errors`. The answer gets the status and headers of the refusal;
 * anything but a wrong password, too many of them or a full queue is thrown on.
 */
export function refuse(response: Response, cause: unknown): 'wrongPassword' | 'waitABit' | 'busy' {
  const key = cause instanceof CallError ? keyOf(cause) : null;
  if (key === null) throw cause;
  const { definition, headers } = cause as CallError;
  response.status(definition.status).set(headers);
  return key;
}

function keyOf({ definition }: CallError): ReturnType<typeof refuse> | null {
  if (definition === Errors.credentialInvalid) return 'wrongPassword';
  if (definition === Errors.tooManyAttempts) return 'waitABit';
  return definition === Errors.unavailable ? 'busy' : null;
}
