import type { KnownClient } from '../clients/client-directory.js';
import { profileRulesOf } from '../clients/client-profiles.js';
import { redirectVerdict } from '../clients/redirect-verdict.js';
import { single, type AuthorizeParameters } from './authorize-request.js';

/**
 * Why no answer may go to a redirect_uri, in two texts: for everybody, and for the operator, who may read the client
 * record.
 */
export function problemWithRedirectUri(
  parameters: AuthorizeParameters,
  client: KnownClient,
): [string, string] {
  const given = single(parameters, 'redirect_uri');
  const { matchesExactly } = profileRulesOf(client);
  if (given === null) {
    const missing = 'redirect_uri is missing, or there is more than one.';
    return [missing, missing];
  }
  const problem = matchesExactly
    ? 'redirect_uri is not one of the RedirectUrls of the client record, to the letter, as its profile demands.'
    : 'redirect_uri does not belong to a RedirectUrl of the client record, or has a parameter that Hearth answers with.';
  return [problem, `redirect_uri: ${redirectVerdict(given, client.redirectUrls, matchesExactly).reason}`];
}
