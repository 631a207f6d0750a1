import type { FieldError } from '../../platform/errors/problems.js';
import { membersOf } from '../../platform/records/members.js';
import { brokenRules } from '../../platform/records/rules.js';
import type { Client } from './client.entity.js';
import { CLIENT_FIELDS, type ClientRecord } from './client.fields.js';

/** What of a client record can be set after it was made; its id and its type stay, since tokens and secrets hang on them. */
export type ClientSettings = Omit<Client, 'id' | 'clientId' | 'clientType' | 'createdAt'>;

export type NewClient = Pick<Client, 'clientId' | 'clientType' | 'name' | 'rulesetId'> &
  Partial<ClientSettings>;

/** What was sent of a client's settings as its row has them; what was not sent stays as it is. */
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

/** @throws InvalidRecordError for a field that breaks its rule, or fields that don't go together */
export async function requireUsable(client: NewClient): Promise<void> {
  const problems = [...(await brokenRules(CLIENT_FIELDS, client)), ...contradictionsIn(client)];
  if (problems.length === 0) return;
  const message = problems.map(({ field, message: text }) => `${field} ${text}`).join('; ');
  throw new InvalidRecordError(message, problems, client.clientId);
}

/** What no field says alone (D119). */
export function contradictionsIn({ jwks, jwksUrl, isPrivileged }: Partial<ClientSettings>): FieldError[] {
  const both = { field: 'jwksUrl', message: 'must be empty where there are jwks: one or the other' };
  const powerless = {
    field: 'isPrivileged',
    message: 'must be on: only a privileged client presents assertions',
  };
  return [...(jwks && jwksUrl ? [both] : []), ...((jwks || jwksUrl) && !isPrivileged ? [powerless] : [])];
}
