import type { CallerClient } from '../../platform/operations/caller.js';
import type { Claim } from './claims.js';
import { scopeOfClaim, scopesBeyond, usefulScopes, type Scope } from './scope.js';

/** Where a claim is asked for (OpenID Connect Core §5.5). */
export type ClaimPlace = 'userinfo' | 'id_token';

/** What an authorization asks for, and what its grant keeps of it. */
export interface ClaimsAsked {
  readonly scope: string | null;
  /** Claims that are asked for one by one, each with its place: `userinfo.name id_token.email`; null: none. */
  readonly claims: string | null;
}

/** As it is kept; null: nothing is asked for. */
export function keptClaims(asked: readonly (readonly [place: ClaimPlace, claim: Claim])[]): string | null {
  return [...new Set(asked.map((pair) => pair.join('.')))].join(' ') || null;
}

/** The claims that are asked for in one place, beside those of the scopes. */
export function claimsAskedIn(place: ClaimPlace, claims: string | null | undefined): Claim[] {
  return readKept(claims).flatMap(([where, claim]) => (where === place ? [claim] : []));
}

/** Leaves out claims that the client could not get by a scope (D396). */
export function allowedClaims(claims: string | null, client: Pick<CallerClient, 'allows'>): string | null {
  const mayAsk = (claim: Claim): boolean => usefulScopes(scopeOfClaim(claim), client).length > 0;
  return keptClaims(readKept(claims).filter(([, claim]) => mayAsk(claim)));
}

/** The scopes that hold these claims: a user is asked for a claim as for its scope (D396). */
export function scopesOfClaims(claims: string | null): Scope[] {
  return [...new Set(readKept(claims).map(([, claim]) => scopeOfClaim(claim)))];
}

/**
 * The claims of a grant that a token of this scope has: none where the scope is narrower than the grant's.
 * @param scope of the token; null: that of the grant
 */
export function claimsWithin(granted: ClaimsAsked, scope: string | null | undefined): string | null {
  const isAll = scope === null || scope === undefined || scopesBeyond(scope, granted.scope).length === 0;
  return isAll ? granted.claims : null;
}

function readKept(claims: string | null | undefined): [ClaimPlace, Claim][] {
  return (claims?.split(' ') ?? []).map((pair) => pair.split('.') as [ClaimPlace, Claim]);
}
