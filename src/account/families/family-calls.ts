import { Injectable } from '@nestjs/common';
import { ProfileService } from '../../identity/accounts/profile.service.js';
import { requiredSessionOf } from '../../identity/sessions/current-session.js';
import type { AddedIdentifier } from '../../identity/mailed-links/link-shapes.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { SignInRequired } from '../../platform/errors/sign-in-required.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { ownAddress } from '../identifiers/own-identifiers.service.js';
import type { ActRefusal } from './family-acts.js';
import type { InviteToFamilyArgs } from './family-calls.args.js';
import type { SignedInMember } from './member-acts.js';
import { OwnFamilyInvitations } from './own-family-invitations.js';

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

/** Acts of members on their families, by calls of the operator's own applications (D390). */
@Injectable()
export class FamilyCalls {
  constructor(
    private readonly invitations: OwnFamilyInvitations,
    private readonly profiles: ProfileService,
  ) {}

  /** @throws CallError for a refusal */
  async done(work: Promise<ActRefusal | null>): Promise<true> {
    const refusal = await work.catch((cause: unknown) => {
      throw cause instanceof SignInRequired ? new CallError(Errors.accountNotInSession) : cause;
    });
    if (refusal !== null) throw ERRORS[refusal]();
    return true;
  }

  /** @throws CallError emailInvalid, msisdnInvalid; for a refusal */
  async invite(exchange: Exchange, args: InviteToFamilyArgs): Promise<true> {
    const by = callingMember(exchange);
    const { familyId, identifier, name, accountType = '0' } = args;
    const country = (await this.profiles.of(by.accountId))?.countryCode ?? null;
    const address = ownAddress(identifier, country) as AddedIdentifier | null;
    if (address === null)
      throw new CallError(identifier.includes('@') ? Errors.emailInvalid : Errors.msisdnInvalid);
    const memberType = accountType === '1' ? 1 : 0;
    const invited = { familyId, name, address, typed: identifier, memberType } as const;
    return this.done(this.invitations.send(by, invited, exchange.caller.client ?? undefined));
  }
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
