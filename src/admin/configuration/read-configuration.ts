import { setImmediate } from 'node:timers/promises';
import { In, MoreThan, type EntityManager } from 'typeorm';
import { ClientSecret } from '../../oauth/clients/client-secret.entity.js';
import {
  exportedSecret,
  type ExportedClient,
  type ExportedSecret,
} from '../../oauth/clients/client-entry.js';
import { CLIENT_FIELDS } from '../../oauth/clients/client.fields.js';
import { Client } from '../../oauth/clients/client.entity.js';
import { Ruleset } from '../../oauth/rulesets/ruleset.entity.js';
import { membersOf } from '../../platform/records/members.js';
import type { Long } from '../../platform/operations/long.js';
import type { ConfigurationDocument } from './configuration.args.js';

const AT_ONCE = 250;

/** All rulesets and clients as a document, ordered by name, so that two exports can be compared line by line. */
export async function readConfiguration(tx: EntityManager, now: Date): Promise<ConfigurationDocument> {
  const rulesets = await tx.find(Ruleset, { order: { name: 'ASC' } });
  const names = new Map(rulesets.map(({ id, name }) => [id, name]));
  const clients: ExportedClient[] = [];
  for await (const part of clientsInParts(tx)) {
    const secrets = await liveSecretsOf(tx, part, now);
    for (const client of part)
      clients.push({
        ...exported(client, names.get(client.rulesetId) ?? ''),
        secrets: secrets.get(client.id) ?? [],
      });
  }
  return {
    rulesets: rulesets.map(({ name, description, patterns }) => ({ name, description, rules: patterns })),
    clients,
  };
}

/**
 * Reads clients in parts, yielding to the event loop after each: other requests are served while thousands are read.
 */
async function* clientsInParts(tx: EntityManager): AsyncGenerator<Client[], void, void> {
  let part: Client[] = [];
  do {
    const after = part.at(-1)?.clientId ?? '';
    const where = { clientId: MoreThan(after), kind: 'registered' } as const;
    part = await tx.find(Client, { where, order: { clientId: 'ASC' }, take: AT_ONCE });
    yield part;
    await setImmediate();
  } while (part.length === AT_ONCE);
}

async function liveSecretsOf(
  tx: EntityManager,
  clients: readonly Client[],
  now: Date,
): Promise<Map<Long, ExportedSecret[]>> {
  const secrets = new Map<Long, ExportedSecret[]>();
  const where = { clientId: In(clients.map(({ id }) => id)) };
  for (const secret of await tx.find(ClientSecret, { where, order: { id: 'ASC' } })) {
    const isOver = secret.expiresAt !== null && secret.expiresAt <= now;
    const of = secrets.get(secret.clientId) ?? [];
    if (!isOver) secrets.set(secret.clientId, [...of, exportedSecret(secret)]);
  }
  return secrets;
}

function exported(client: Client, ruleset: string): ExportedClient {
  return membersOf(CLIENT_FIELDS, { ...client, ruleset }) as ExportedClient;
}
