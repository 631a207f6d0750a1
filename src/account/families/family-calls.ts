import { requiredSessionOf } from '../../identity/sessions/current-session.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { SignInRequired } from '../../platform/errors/sign-in-required.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import type { ActRefusal, SignedInMember } from './family-acts.js';

const FOUNDER_STAYS = 'The founder can not leave a family that still has other members. Hand it over first.';
const TOO_SOON =
  'A link about this was sent a short while ago. Wait for the number of seconds in Retry-After.';
const CONVERTING = 'Another picture of this account is being converted. Send the next one afterwards.';

/** The error for each refusal. A family of others is answered as one that does not exist. */
const ERRORS: Readonly<Record<ActRefusal, () => CallError>> = {
  gone: () => new CallError(Errors.familyIdDoesNotExist),
  notAllowed: () => new CallError(Errors.familyRoleInsufficient),
  noMember: () => new CallError(Errors.accountDoesNotExist),
  noInvitation: () => new CallError(Errors.invitationDoesNotExist),
  notEmpty: () => new CallError(Errors.familyNotEmpty),
  founderStays: () => new CallError(Errors.founderAlreadyExists, {}, { message: FOUNDER_STAYS }),
  tooSoon: () => waitFor(300, TOO_SOON),
  converting: () => waitFor(5, CONVERTING),
};

/** The answer to a call for an act. @throws CallError for a refusal */
export async function done(work: Promise<ActRefusal | null>): Promise<true> {
  const refusal = await work.catch((cause: unknown) => {
    throw cause instanceof SignInRequired ? new CallError(Errors.accountNotInSession) : cause;
  });
  if (refusal !== null) throw ERRORS[refusal]();
  return true;
}

/** The account that calls by an application. @throws CallError clientRequired for a session without one */
export function callingMember(exchange: Exchange): SignedInMember {
  const { client, accountId, grantId } = exchange.caller;
  if (client === null || accountId === null) throw new CallError(Errors.clientRequired);
  const by = { accountId, address: exchange.origin.address, clientId: client.clientId };
  return grantId === undefined ? { ...by, session: requiredSessionOf(exchange) } : { ...by, grantId };
}

function waitFor(seconds: number, message: string): CallError {
  return new CallError(Errors.tooManyAttempts, {}, { message, headers: { 'Retry-After': String(seconds) } });
}
