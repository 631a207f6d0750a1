import { Injectable } from '@nestjs/common';
import type { IdentifierView } from '../../identity/accounts/account-information.view.js';
import { profilesOf, type ProfileInformation } from '../../identity/families/profile-information.js';
import { Batch } from '../../platform/database/batch.js';
import { Database } from '../../platform/database/database.js';
import type { Caller, CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { knownTimeZone, timeZoneOfCountry } from '../../platform/pages/time-zones.js';
import { SECOND } from '../../platform/security/clock.js';
import type { Claim } from '../tokens/claims.js';
import { claimsOfGrant } from '../tokens/grant-claims.js';
import { claimsAskedIn, claimsWithin, type ClaimsAsked } from '../tokens/requested-claims.js';
import { claimsOf } from '../tokens/scope.js';
import type { UserInfoView } from './user-info.view.js';

/** Claims of a user, as they are handed over. */
type UserClaims = Omit<UserInfoView, 'sub'>;

/** The e-mail address that the scope `email` hands over: the first that is confirmed, or else the first. */
export function emailOf<Identifier extends IdentifierView>(of: {
  readonly identifiers: readonly Identifier[];
}): Identifier | undefined {
  return firstOf('Email', of);
}

/** The phone number that the scope `phone` hands over, likewise. */
export function phoneOf<Identifier extends IdentifierView>(of: {
  readonly identifiers: readonly Identifier[];
}): Identifier | undefined {
  return firstOf('Msisdn', of);
}

/** Tells clients about users by the claims of OpenID Connect (Core §5.1, D395). */
@Injectable()
export class UserClaimsReader {
  /** Of the accounts that are asked for at the same moment, by one statement. */
  private readonly profiles = new Batch((accountIds: Long[]) => profilesOf(this.database, accountIds));

  constructor(private readonly database: Database) {}

  /** Returns what a token gets at /userinfo: the claims of its scope, and those that were asked for one by one. */
  async ofToken(
    { scope, grantId }: Pick<Caller, 'scope' | 'grantId'>,
    accountId: Long,
  ): Promise<UserClaims | null> {
    const [granted, profile] = await Promise.all([
      grantId === undefined ? null : claimsOfGrant(this.database, grantId),
      this.profiles.add(accountId),
    ]);
    const asked = claimsAskedIn('userinfo', granted && claimsWithin(granted, scope));
    return profile && userClaims(profile, [...claimsOf(scope), ...asked]);
  }

  /**
   * Returns what an id_token tells beside who the user is.
   * @param isAlone no access token comes with it, so that nothing can be asked of /userinfo (OpenID Connect Core §5.4)
   */
  async ofIdToken(
    { idTokenClaims }: Pick<CallerClient, 'idTokenClaims'>,
    accountId: Long,
    { scope, claims }: Partial<ClaimsAsked>,
    isAlone = false,
  ): Promise<UserClaims | null> {
    const ofScope = isAlone || idTokenClaims === 'scope' ? claimsOf(scope) : [];
    const wanted = [...ofScope, ...claimsAskedIn('id_token', claims)];
    if (wanted.length === 0 && !isAlone) return {};
    const profile = await this.profiles.add(accountId);
    return profile && userClaims(profile, wanted);
  }
}

/** What an account does not have is left out. */
export function userClaims(profile: ProfileInformation, claims: readonly Claim[]): UserClaims {
  const [email, phone] = [emailOf(profile), phoneOf(profile)];
  const all: { readonly [claim in Claim]: UserClaims[claim] | null } = {
    name: profile.name,
    preferred_username: userNameOf(profile, claims.includes('email')),
    locale: profile.locale,
    zoneinfo: knownTimeZone(profile.timeZone) ?? timeZoneOfCountry(profile.countryCode),
    updated_at: Math.floor(profile.changedAt / SECOND),
    email: email?.value,
    email_verified: email && isConfirmed(email),
    phone_number: phone?.normalized,
    phone_number_verified: phone && isConfirmed(phone),
    families: profile.families,
  };
  const told = [...new Set(claims)].map((claim) => [claim, all[claim] ?? undefined] as const);
  return Object.fromEntries(told.filter(([, value]) => value !== undefined));
}

/** The login; without one the confirmed e-mail address, where that is told anyway (D395). */
function userNameOf(profile: ProfileInformation, isEmailTold: boolean): string | undefined {
  const login = firstOf('Login', profile);
  if (login) return login.value;
  const email = emailOf(profile);
  return isEmailTold && email && isConfirmed(email) ? email.value : undefined;
}

function firstOf<Identifier extends IdentifierView>(
  wanted: string,
  { identifiers }: { readonly identifiers: readonly Identifier[] },
): Identifier | undefined {
  const all = identifiers.filter(({ type }) => type === wanted);
  return all.find(isConfirmed) ?? all[0];
}

function isConfirmed({ validated }: IdentifierView): boolean {
  return validated === 'true';
}
