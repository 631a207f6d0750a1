import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ClientBatch, type KeptSecret, type SecretOfClient } from '../../oauth/clients/client-batch.js';
import { settingsFrom, type ClientSettings, type NewClient } from '../../oauth/clients/client-record.js';
import { InvalidClientsError } from '../../oauth/clients/invalid-clients-error.js';
import { InvalidRecordError } from '../../platform/records/invalid-record-error.js';
import { ClientSecret } from '../../oauth/clients/client-secret.entity.js';
import { Client } from '../../oauth/clients/client.entity.js';
import { Ruleset } from '../../oauth/rulesets/ruleset.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { inParts } from '../../platform/database/in-parts.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { FieldError } from '../../platform/errors/problems.js';
import type { Administrator } from '../shell/access/administrator.js';
import { unknownRuleset } from '../clients/client-lookup.js';
import { exportedSecret, secretOf, type ExportedClient } from '../../oauth/clients/client-entry.js';
import type { ConfigurationChange } from './configuration.view.js';
import { problemOf } from '../shell/record-problems.js';
import { secretKeyOf } from './differences.js';
import type { FoundProblems } from '../../platform/errors/found-problems.js';
import { atPath, atClientPath } from './problem-path.js';

interface Wanted {
  readonly clients: ReadonlyMap<string, ExportedClient>;
  /** Secrets that the document does not name are deleted. */
  readonly isPruning: boolean;
  readonly problems: FoundProblems;
}

/** Applies the client changes of an import, all of one kind in one batch. */
@Injectable()
export class ConfigurationClients {
  constructor(private readonly batch: ClientBatch) {}

  /** @returns the clients that were refused, each for what is among the problems @throws ProblemError */
  async apply(
    tx: Transaction,
    changes: readonly ConfigurationChange[],
    wanted: Wanted,
    by: Administrator,
  ): Promise<ReadonlySet<string>> {
    const refused = new Set<string>();
    const there = await rowsOf(tx, changes);
    const settings = await this.settingsOf(tx, changes, wanted, there, refused);
    const of = (action: ConfigurationChange['action']): string[] =>
      changes.filter((change) => change.action === action).map(({ name }) => name);
    const update = (names: readonly string[]): Promise<Client[]> => {
      const updates = names.map((name) => ({ client: found(there, name), change: found(settings, name) }));
      return this.batch.update(tx, updates, by).then(() => updates.map(({ client }) => client));
    };
    const create = (names: readonly string[]): Promise<Client[]> => {
      const fresh = names.map((name) => newClient(found(wanted.clients, name), found(settings, name)));
      return this.batch.create(tx, fresh, by);
    };
    const written = [
      ...(await usableOf(of('update'), update, { ...wanted, refused })),
      ...(await usableOf(of('create'), create, { ...wanted, refused })),
    ];
    await wanted.problems.in(this.applySecrets(tx, written, wanted, by));
    const gone = of('delete').map((name) => found(there, name));
    await this.batch.remove(tx, gone, by);
    return refused;
  }

  /** Settings of all clients that are valid; the others are added to `refused`. */
  private async settingsOf(
    tx: Transaction,
    changes: readonly ConfigurationChange[],
    { clients, problems }: Wanted,
    there: ReadonlyMap<string, Client>,
    refused: Set<string>,
  ): Promise<Map<string, Partial<ClientSettings>>> {
    const ids = new Map(
      (await tx.find(Ruleset, { order: { name: 'ASC' } })).map(({ name, id }) => [name, id]),
    );
    const settings = new Map<string, Partial<ClientSettings>>();
    for (const { name } of changes) {
      const client = clients.get(name);
      if (!client) continue;
      const rulesetId = ids.get(client.ruleset);
      const wrong = [
        ...(rulesetId === undefined ? [unknownRuleset([...ids.keys()].slice(0, 20))] : []),
        ...problemsWithType(there.get(name), client),
      ];
      problems.add(wrong.map((problem) => ({ ...problem, field: `clients.${name}.${problem.field}` })));
      if (wrong.length > 0) refused.add(name);
      else settings.set(name, settingsFrom(client, rulesetId));
    }
    return settings;
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
      const missing = new Map(secrets.map((secret) => [secretKeyOf(secret), secret]));
      for (const { id, key } of there.get(client.id) ?? []) {
        const isWanted = missing.delete(key);
        if (!isWanted && wanted.isPruning) dropped.push({ client, id });
      }
      for (const secret of missing.values()) kept.push({ client, secret: secretOf(secret) });
    }
    await this.batch.dropSecrets(tx, dropped, by);
    await this.batch.keepSecrets(tx, kept, by).catch((cause: unknown) => {
      throw atClientPath(cause);
    });
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
      secrets.set(clientId, [
        ...(secrets.get(clientId) ?? []),
        { id, key: secretKeyOf(exportedSecret(row)) },
      ]);
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

function problemsWithType(there: Client | undefined, { clientType }: ExportedClient): FieldError[] {
  if (!there || there.clientType === clientType) return [];
  const message = `can’t be changed: the client is ${there.clientType} here; delete it first`;
  return [{ field: 'clientType', message }];
}

/** Writes the clients; if some are refused, writes the others in a second attempt. */
async function usableOf(
  names: readonly string[],
  write: (names: readonly string[]) => Promise<Client[]>,
  { refused, problems }: Pick<Wanted, 'problems'> & { readonly refused: Set<string> },
): Promise<Client[]> {
  const left = (): string[] => names.filter((name) => !refused.has(name));
  try {
    return await write(left());
  } catch (cause) {
    const errors = cause instanceof InvalidClientsError ? cause.errors : [cause];
    for (const error of errors) {
      if (!(error instanceof InvalidRecordError) || error.record === null || error.fields.length === 0)
        throw error;
      refused.add(error.record);
      problems.add(atPath(`clients.${error.record}`, problemOf(error)).fields); // a record that breaks a rule
    }
    return write(left());
  }
}

/** The entry of a name that the differences mention, which therefore exists. */
function found<T>(map: ReadonlyMap<string, T>, name: string): T {
  const value = map.get(name);
  if (value === undefined) throw new Error(`${name} is not among the changes`);
  return value;
}
