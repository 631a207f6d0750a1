import { PRINTABLE } from '../../platform/operations/text-rules.js';
import type { FieldError } from '../../platform/errors/problems.js';
import { problemWithIssuer, problemWithJwks, problemWithJwksUrl } from './assertion-keys.js';
import type { Client } from './client.entity.js';
import { problemWithRedirectUrl } from './redirect-url.js';
import { problemWithServerNetworks } from './server-networks.js';

/** What of a client record can be set after it was made; its id and its type stay, since tokens and secrets hang on them. */
export type ClientSettings = Pick<
  Client,
  | 'name'
  | 'rulesetId'
  | 'profile'
  | 'provisions'
  | 'redirectUrls'
  | 'serverNetworks'
  | 'isPrivileged'
  | 'keepsRefreshToken'
  | 'accessLifetimeSeconds'
  | 'refreshLifetimeSeconds'
  | 'jwks'
  | 'jwksUrl'
  | 'assertionIssuer'
  | 'isDisabled'
>;

export type NewClient = Pick<Client, 'clientId' | 'clientType' | 'name' | 'rulesetId'> &
  Partial<ClientSettings>;

/** A client record or ruleset that can't be saved; the message says what to change. */
export class InvalidRecordError extends Error {
  /**
   * @param fields what is wrong by field; empty: not the values, but what is there already
   * @param clientId of which client, where there are several
   */
  constructor(
    message: string,
    readonly fields: readonly FieldError[] = [],
    readonly clientId: string | null = null,
  ) {
    super(message);
  }
}

/** @throws InvalidRecordError for RedirectUrls that can't be compared safely (D56), networks that are none (D171), or keys that can't be used (D119) */
export async function requireUsable(client: NewClient): Promise<void> {
  const problems = [
    client.name !== undefined && !PRINTABLE.regex.test(client.name)
      ? { field: 'name', message: `must be ${PRINTABLE.meaning}` }
      : null,
    ...(client.redirectUrls ?? []).map((url) => {
      const problem = problemWithRedirectUrl(url);
      return problem === null
        ? null
        : { field: 'redirectUrls', message: `${JSON.stringify(url)} ${problem}` };
    }),
    ...problemWithServerNetworks(client.serverNetworks ?? []).map((message) => ({
      field: 'serverNetworks',
      message,
    })),
    ...(await problemsInKeys(client)),
  ].filter((problem) => problem !== null);
  if (problems.length === 0) return;
  const message = problems.map(({ field, message: text }) => `${field} ${text}`).join('; ');
  throw new InvalidRecordError(message, problems, client.clientId);
}

async function problemsInKeys(client: Partial<ClientSettings>): Promise<(FieldError | null)[]> {
  const { jwks, jwksUrl, assertionIssuer, isPrivileged } = client;
  const of = (field: string, problem: string | null): FieldError | null =>
    problem === null ? null : { field, message: problem.trim() };
  return [
    of('jwks', jwks ? await problemWithJwks(jwks) : null),
    of('jwksUrl', jwksUrl ? problemWithJwksUrl(jwksUrl) : null),
    of('jwksUrl', jwks && jwksUrl ? 'must be empty where there are jwks: one or the other' : null),
    of('assertionIssuer', assertionIssuer ? problemWithIssuer(assertionIssuer) : null),
    of(
      'isPrivileged',
      (jwks || jwksUrl) && !isPrivileged ? 'must be on: only a privileged client presents assertions' : null,
    ),
  ];
}
