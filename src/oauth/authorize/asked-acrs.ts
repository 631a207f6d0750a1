import { isAcr } from '../../identity/sessions/acr.js';
import type { OAuthError } from '../../platform/errors/oauth-errors.js';
import type { KnownClient } from '../clients/client-directory.js';
import { profileRulesOf } from '../clients/client-profiles.js';
import type { ClaimsRequest } from './claims-parameter.js';

/** OpenID Connect Core Error Code unmet_authentication_requirements 1.0. */
export const UNMET: { readonly error: OAuthError; readonly description: string } = {
  error: 'unmet_authentication_requirements',
  description: 'The user can sign in in none of the ways that acr_values or claims ask for.',
};

/**
 * How the user should sign in: by the values of `acr` in `claims`, else by `acr_values`. null: there has to be one of
 * them, and none is known.
 */
export function readAcrs(
  acrValues: string | null,
  { acrs, isAcrEssential: isEssential }: Pick<ClaimsRequest, 'acrs' | 'isAcrEssential'>,
  client: Pick<KnownClient, 'profile'>,
): { readonly acrValues: string | null; readonly isAcrNeeded: boolean } | null {
  const wanted = acrs.length > 0 ? acrs : (acrValues ?? '').split(' ').filter((value) => value !== '');
  const known = [...new Set(wanted)].filter(isAcr);
  const isAcrNeeded = acrs.length > 0 && isEssential;
  if (wanted.length > 0 && known.length === 0 && (isAcrNeeded || isAcrEssential(client))) return null;
  return { acrValues: known.join(' ') || null, isAcrNeeded };
}

/** A client of a newer profile is told, where others get the sign-in that there is: acr_values are a wish in OpenID Connect (D251). */
export function isAcrEssential(client: Pick<KnownClient, 'profile'>): boolean {
  return profileRulesOf(client).acrIsEssential;
}
