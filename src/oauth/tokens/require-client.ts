import { isByToken, type Caller, type CallerClient } from '../../platform/operations/caller.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';

/** @throws CallError clientNotPrivileged unless the client authenticated and may handle passwords (§2.3) */
export function requirePrivileged(caller: Caller): CallerClient {
  const client = requireClient(caller);
  if (!client.isPrivileged || caller.scheme === 'public')
    throw new CallError(Errors.clientNotPrivileged, { clientId: client.clientId });
  return client;
}

/**
 * A browser's session of the web flow acts for its client, but gets no tokens for it (D112).
 * @throws CallError clientRequired
 */
export function requireClient(caller: Caller): CallerClient {
  if (!caller.client || caller.scheme === 'session') throw new CallError(Errors.clientRequired);
  return caller.client;
}

/** @throws CallError clientNotPrivileged, callNotAllowed */
export function requirePrivilegedItself(caller: Caller): CallerClient {
  requirePrivileged(caller);
  return requireClientItself(caller);
}

/**
 * The client itself: the holder of a token that the client was issued for a user is not the client.
 * @throws CallError clientRequired, callNotAllowed
 */
export function requireClientItself(caller: Caller): CallerClient {
  const client = requireClient(caller);
  if (!isByToken(caller) || caller.accountId === null) return client;
  const message = "This call needs the client's own credentials, not a user's access token.";
  throw new CallError(Errors.callNotAllowed, { clientId: client.clientId }, { message });
}
