import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ClientBatch, type KeptSecret, type SecretOfClient } from '../../oauth/clients/client-batch.js';
import { settingsFrom, type ClientSettings, type NewClient } from '../../oauth/clients/client-record.js';
import { ClientSecret } from '../../oauth/clients/client-secret.entity.js';
import { Client } from '../../oauth/clients/client.entity.js';
import { Ruleset } from '../../oauth/rulesets/ruleset.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { inParts } from '../../platform/database/in-parts.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { invalid, ProblemError } from '../../platform/errors/problem-error.js';
import type { Administrator } from '../shell/access/administrator.js';
import { ClientLookup } from '../clients/client-lookup.js';
import { exportedSecret, secretOf, type ExportedClient } from '../../oauth/clients/client-entry.js';
import type { ConfigurationChange } from './configuration.view.js';
import { keyOf } from './differences.js';
import { placed, placedAtClient } from './placed.js';

interface Wanted {
  readonly clients: ReadonlyMap<string, ExportedClient>;
  /** Secrets that the document does not name are deleted. */
  readonly isPruning: boolean;
}

/** Applies the client changes of an import, all of one kind in one batch. */
@Injectable()
export class ConfigurationClients {
  constructor(
    private readonly lookup: ClientLookup,
    private readonly batch: ClientBatch,
  ) {}

  /** @throws ProblemError naming the client */
  async apply(
    tx: Transaction,
    changes: readonly ConfigurationChange[],
    wanted: Wanted,
    by: Administrator,
  ): Promise<void> {
    try {
      const there = await rowsOf(tx, changes);
      const settings = await this.settingsOf(tx, changes, wanted);
      const of = (action: ConfigurationChange['action']): string[] =>
        changes.filter((change) => change.action === action).map(({ name }) => name);
      const updates = of('update').map((name) => ({
        client: requireType(found(there, name), found(wanted.clients, name)),
        change: found(settings, name),
      }));
      const fresh = of('create').map((name) => newClient(found(wanted.clients, name), found(settings, name)));
      await this.batch.update(tx, updates, by);
      const made = await this.batch.create(tx, fresh, by);
      await this.applySecrets(tx, [...updates.map(({ client }) => client), ...made], wanted, by);
      const gone = of('delete').map((name) => found(there, name));
      await this.batch.remove(tx, gone, by);
    } catch (cause) {
      throw placedAtClient(cause);
    }
  }

  private async settingsOf(
    tx: Transaction,
    changes: readonly ConfigurationChange[],
    { clients }: Wanted,
  ): Promise<Map<string, Partial<ClientSettings>>> {
    const ids = new Map((await tx.find(Ruleset)).map(({ name, id }) => [name, id]));
    const settings = new Map<string, Partial<ClientSettings>>();
    for (const { name } of changes) {
      const client = clients.get(name);
      if (!client) continue;
      const rulesetId = ids.get(client.ruleset) ?? (await this.refuseRuleset(tx, client));
      settings.set(name, settingsFrom(client, rulesetId));
    }
    return settings;
  }

  private refuseRuleset(tx: Transaction, { clientId, ruleset }: ExportedClient): Promise<string> {
    return this.lookup.rulesetId(tx, ruleset).catch((cause: unknown) => {
      throw cause instanceof ProblemError ? placed(`clients.${clientId}`, cause) : cause;
    });
  }

  private async applySecrets(
    tx: Transaction,
    clients: readonly Client[],
    wanted: Wanted,
    by: Administrator,
  ): Promise<void> {
    const there = await secretsOf(tx, clients);
    const dropped: SecretOfClient[] = [];
    const kept: KeptSecret[] = [];
    for (const client of clients) {
      const { secrets } = found(wanted.clients, client.clientId);
      if (!secrets) continue;
      const missing = new Map(secrets.map((secret) => [keyOf(secret), secret]));
      for (const { id, key } of there.get(client.id) ?? []) {
        const isWanted = missing.delete(key);
        if (!isWanted && wanted.isPruning) dropped.push({ client, id });
      }
      for (const secret of missing.values()) kept.push({ client, secret: secretOf(secret) });
    }
    await this.batch.dropSecrets(tx, dropped, by);
    await this.batch.keepSecrets(tx, kept, by);
  }
}

/** The locked rows of the clients that are changed or deleted. */
async function rowsOf(
  tx: Transaction,
  changes: readonly ConfigurationChange[],
): Promise<Map<string, Client>> {
  const names = changes.filter(({ action }) => action !== 'create').map(({ name }) => name);
  const rows = new Map<string, Client>();
  await inParts(names, async (part) => {
    for (const row of await tx.findBy(Client, { clientId: In(part) })) rows.set(row.clientId, row);
  });
  return rows;
}

async function secretsOf(
  tx: Transaction,
  clients: readonly Client[],
): Promise<Map<Long, { id: Long; key: string }[]>> {
  const secrets = new Map<Long, { id: Long; key: string }[]>();
  await inParts(clients, async (part) => {
    const of = In(part.map(({ id }) => id));
    for (const row of await tx.findBy(ClientSecret, { clientId: of })) {
      const { id, clientId } = row;
      secrets.set(clientId, [...(secrets.get(clientId) ?? []), { id, key: keyOf(exportedSecret(row)) }]);
    }
  });
  return secrets;
}

function newClient(
  { clientId, clientType, name }: ExportedClient,
  settings: Partial<ClientSettings>,
): NewClient {
  return { ...settings, clientId, clientType, name, rulesetId: settings.rulesetId as string };
}

function requireType(client: Client, { clientType }: ExportedClient): Client {
  const { clientId, clientType: type } = client;
  if (type === clientType) return client;
  const field = `clients.${clientId}.clientType`;
  throw invalid([{ field, message: `can’t be changed: the client is ${type} here; delete it first` }]);
}

/** The entry of a name that the differences mention, which therefore exists. */
function found<T>(map: ReadonlyMap<string, T>, name: string): T {
  const value = map.get(name);
  if (value === undefined) throw new Error(`${name} is not among the changes`);
  return value;
}
