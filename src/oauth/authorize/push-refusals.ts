import { CallError } from '../../platform/errors/call-error.js';
import { Errors, type ErrorDefinition } from '../../platform/errors/catalogue.js';
import type { AuthorizeError } from './authorize-request.js';

/** The errors of /authorize that have a name of their own at /par (RFC 9126 §2.3); others are invalid_request. */
export const PUSH_ERRORS: readonly ErrorDefinition[] = [
  Errors.scopeNotValid,
  Errors.targetNotValid,
  Errors.responseTypeNotSupported,
];

/** What /authorize would redirect with, as the client is told itself. */
export function pushRefusal({ error, description }: AuthorizeError): CallError {
  const known = PUSH_ERRORS.find(({ oauth }) => oauth.error === error) ?? Errors.invalidParameter;
  return new CallError(known, {}, { message: description });
}
