import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../platform/errors/problems.js';
import { membersOf } from '../../platform/records/members.js';
import { brokenRules } from '../../platform/records/rules.js';
import type { Client } from './client.entity.js';
import { CLIENT_FIELDS, type ClientRecord } from './client.fields.js';
import { InvalidRecordError } from '../../platform/records/invalid-record-error.js';
import { authenticatesByKey, isProfile, profileRulesOf } from './client-profiles.js';
import { problemWithOpenRedirects } from './strict-redirects.js';

/**
 * The members of a client record that can be changed. Its id and type can't, since tokens and secrets depend on them.
 */
export type ClientSettings = Omit<
  Client,
  'id' | 'kind' | 'clientId' | 'clientType' | 'createdAt' | 'keptBefore'
>;

export type NewClient = Pick<Client, 'clientId' | 'clientType' | 'name' | 'rulesetId'> &
  Partial<ClientSettings>;

/** Converts the settings that were sent to columns of the row; others are not changed. */
export function settingsFrom(
  sent: Partial<ClientRecord>,
  rulesetId: string | undefined,
): Partial<ClientSettings> {
  const settings = settingsOf(membersOf(CLIENT_FIELDS, sent));
  return { ...settings, ...(rulesetId !== undefined && { rulesetId }) };
}

function settingsOf({
  clientId: _id,
  clientType: _type,
  ruleset: _name,
  ...settings
}: Partial<ClientRecord>) {
  return settings;
}

/**
 * A field that stays as it is is not judged again: a client that was saved before a rule can still be disabled.
 * @param before null: the client is new
 * @throws InvalidRecordError for a field that breaks its rule, or fields that contradict each other
 */
export async function requireUsable(client: NewClient, before: Client | null): Promise<void> {
  const isChanged = ([name, value]: [string, unknown]) =>
    !isDeepStrictEqual(value, before?.[name as keyof Client]);
  const changed = Object.fromEntries(Object.entries(client).filter(isChanged));
  const broken = await brokenRules(CLIENT_FIELDS, changed);
  const problems = [...broken, ...contradictionsIn(client), ...problemWithOpenRedirects(client)];
  if (problems.length === 0) return;
  const message = problems.map(({ field, message: text }) => `${field} ${text}`).join('; ');
  throw new InvalidRecordError(message, problems, client.clientId);
}

/** Errors that depend on several fields (D119, D410, D412). */
export function contradictionsIn(client: Partial<ClientSettings & Pick<Client, 'clientType'>>): FieldError[] {
  const { jwks, jwksUrl, isPrivileged, clientType } = client;
  const profile = isProfile(client.profile) ? client.profile : 'interface'; // a bootstrap file is judged whole
  const { always, rotates } = profileRulesOf({ profile });
  const byKey = authenticatesByKey(client);
  const hasKeys = Boolean(jwks ?? jwksUrl);
  const keyField = always.requiresPrivateKeyJwt ? 'profile' : 'requiresPrivateKeyJwt';
  const found: readonly (readonly [isWrong: boolean, field: string, message: string])[] = [
    [Boolean(jwks && jwksUrl), 'jwksUrl', 'must be empty if jwks is set'],
    [
      hasKeys && !isPrivileged && !byKey,
      'isPrivileged',
      'must be on, or requiresPrivateKeyJwt: only a privileged client may send assertions about users',
    ],
    [byKey && !hasKeys, 'jwks', 'must be set, or jwksUrl: the client authenticates by its key'],
    [byKey && clientType === 'public', keyField, 'is for confidential clients: a public one keeps no key'],
    [
      always.isPrivileged === false && isPrivileged === true,
      'isPrivileged',
      `must be off: a ${profile} client sends no passwords`,
    ],
    [
      rotates === 'never' && client.rotatesRefreshToken === true,
      'rotatesRefreshToken',
      `must be off: refresh tokens of a ${profile} client never rotate`,
    ],
  ];
  return found.filter(([isWrong]) => isWrong).map(([, field, message]) => ({ field, message }));
}
