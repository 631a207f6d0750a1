import type { FieldError } from '../../platform/errors/problems.js';
import { membersOf } from '../../platform/records/members.js';
import { brokenRules } from '../../platform/records/rules.js';
import type { Client } from './client.entity.js';
import { CLIENT_FIELDS, type ClientRecord } from './client.fields.js';
import { InvalidRecordError } from '../../platform/records/invalid-record-error.js';
import { problemWithOpenRedirects } from './strict-redirects.js';

/**
 * The members of a client record that can be changed. Its id and type can't, since tokens and secrets depend on them.
 */
export type ClientSettings = Omit<Client, 'id' | 'clientId' | 'clientType' | 'createdAt' | 'keptBefore'>;

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

/** @throws InvalidRecordError for a field that breaks its rule, or fields that contradict each other */
export async function requireUsable(client: NewClient): Promise<void> {
  const broken = await brokenRules(CLIENT_FIELDS, client);
  const problems = [...broken, ...contradictionsIn(client), ...problemWithOpenRedirects(client)];
  if (problems.length === 0) return;
  const message = problems.map(({ field, message: text }) => `${field} ${text}`).join('; ');
  throw new InvalidRecordError(message, problems, client.clientId);
}

/** Errors that depend on several fields (D119). */
export function contradictionsIn({ jwks, jwksUrl, isPrivileged }: Partial<ClientSettings>): FieldError[] {
  const both = { field: 'jwksUrl', message: 'must be empty if jwks is set' };
  const powerless = {
    field: 'isPrivileged',
    message: 'must be on: only a privileged client may send assertions',
  };
  return [...(jwks && jwksUrl ? [both] : []), ...((jwks || jwksUrl) && !isPrivileged ? [powerless] : [])];
}
