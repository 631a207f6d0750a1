import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import { changed, type Change } from '../../platform/audit/changed.js';
import type { Long } from '../../platform/operations/long.js';
import { Changes } from '../../platform/database/changes.js';
import { inParts } from '../../platform/database/in-parts.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { recorded } from '../../platform/records/members.js';
import { Clock } from '../../platform/security/clock.js';
import { requireUsable, type ClientSettings, type NewClient } from './client-record.js';
import { InvalidClientsError } from './invalid-clients-error.js';
import { CLIENT_FIELDS } from './client.fields.js';
import { ClientSecret } from './client-secret.entity.js';
import type { StoredSecret } from './client-secrets.js';
import { Client } from './client.entity.js';
import { Ruleset } from '../rulesets/ruleset.entity.js';
import { InvalidRecordError } from '../../platform/records/invalid-record-error.js';

export const MAX_LIVE_SECRETS = 2;
const LIVE = `SELECT client_id, count(*)::int AS live FROM client_secret
   WHERE client_id = ANY($1::bigint[]) AND (expires_at IS NULL OR expires_at > $2) GROUP BY client_id`;
const ARE_THESE = `(client_id, id) IN (SELECT * FROM unnest(:clients::bigint[], :ids::bigint[]))`;

interface ClientUpdate {
  /** The current row, locked. */
  readonly client: Client;
  readonly change: Partial<ClientSettings>;
}

/** A secret of a client, by row id. */
export interface SecretOfClient {
  readonly client: Client;
  readonly id: Long;
}

/** A secret to be stored. Its client is locked, so that concurrent additions can't exceed the limit. */
export interface KeptSecret {
  readonly client: Client;
  readonly secret: Pick<StoredSecret, 'scheme' | 'verifier' | 'expiresAt'>;
}

interface Event {
  readonly action: AuditAction;
  readonly clientId: string;
  readonly details: Change;
}

/** Writes client records and their secrets in few statements, however many there are; each has its own audit event. */
@Injectable()
export class ClientBatch {
  constructor(
    private readonly changes: Changes,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidRecordError, or InvalidClientsError for several; nothing was written then */
  async create(tx: EntityManager, clients: readonly NewClient[], actor: AuditActor): Promise<Client[]> {
    const createdAt = this.clock.now();
    await requireAllUsable(clients.map((client) => ({ client: null, after: client })));
    const rows = clients.map((client) => ({ ...client, createdAt }) as Client);
    await inParts(rows, (part) => tx.insert(Client, part));
    const named = await namer(tx, clients);
    const events = clients.map((client) => ({
      action: 'client.created' as const,
      clientId: client.clientId,
      details: recorded(CLIENT_FIELDS, null, named(client)),
    }));
    await this.record(tx, events, actor);
    return rows;
  }

  /** @throws InvalidRecordError, or InvalidClientsError for several; nothing was written then */
  async update(tx: Transaction, updates: readonly ClientUpdate[], actor: AuditActor): Promise<void> {
    this.outdate(tx, updates);
    const pairs = updates.map(({ client, change }) => ({ client, after: { ...client, ...change } }));
    await requireAllUsable(pairs);
    const named = await namer(
      tx,
      pairs.flatMap(({ client, after }) => [client, after]),
    );
    const told = pairs.map(({ client, after }) => ({
      after,
      events: eventsOf(client.clientId, named(client), named(after)),
    }));
    const rows = told.flatMap(({ after: { id: _, ...row }, events }) => (events.length > 0 ? [row] : []));
    // The client_id exists already, so the inserted row replaces it.
    await inParts(rows, (part) => tx.upsert(Client, part, ['clientId']));
    await this.record(
      tx,
      told.flatMap(({ events }) => events),
      actor,
    );
  }

  /** Deletes clients with their secrets, grants and tokens. */
  async remove(tx: Transaction, clients: readonly Client[], actor: AuditActor): Promise<void> {
    this.outdate(
      tx,
      clients.map((client) => ({ client })),
    );
    await inParts(clients, (part) => tx.delete(Client, { id: In(part.map(({ id }) => id)) }));
    const named = await namer(tx, clients);
    const events = clients.map((client) => ({
      action: 'client.deleted' as const,
      clientId: client.clientId,
      details: recorded(CLIENT_FIELDS, named(client), null),
    }));
    await this.record(tx, events, actor);
  }

  /** @throws InvalidRecordError if a client would have three active secrets */
  async keepSecrets(
    tx: Transaction,
    kept: readonly KeptSecret[],
    actor: AuditActor,
  ): Promise<ClientSecret[]> {
    const now = this.clock.now();
    await this.requireRoom(tx, kept, now);
    this.outdate(tx, kept);
    const rows = kept.map(
      ({ client, secret }) => ({ ...secret, clientId: client.id, createdAt: now }) as ClientSecret,
    );
    await inParts(rows, (part) => tx.insert(ClientSecret, part));
    const events = kept.map(({ client: { clientId }, secret: { expiresAt } }, index) => ({
      action: 'client.secret_added' as const,
      clientId,
      details: changed(null, { id: rows[index].id, expiresAt }),
    }));
    await this.record(tx, events, actor);
    return rows;
  }

  /** @returns the number of deleted secrets */
  async dropSecrets(tx: Transaction, dropped: readonly SecretOfClient[], actor: AuditActor): Promise<number> {
    this.outdate(tx, dropped);
    const gone = new Set<Long>();
    await inParts(dropped, async (part) => {
      const those = { clients: part.map(({ client }) => client.id), ids: part.map(({ id }) => id) };
      const statement = tx.createQueryBuilder().delete().from(ClientSecret).where(ARE_THESE, those);
      const deleted = await statement.returning('id').execute();
      for (const { id } of deleted.raw as { id: Long }[]) gone.add(id);
    });
    const events = dropped.flatMap(({ client: { clientId }, id }) =>
      gone.has(id)
        ? [{ action: 'client.secret_ended' as const, clientId, details: changed({ id }, null) }]
        : [],
    );
    await this.record(tx, events, actor);
    return gone.size;
  }

  private outdate(tx: Transaction, of: readonly { readonly client: Client }[]): void {
    this.changes.publishAfter(tx, ...of.map(({ client: { id } }) => `client:${id}`));
  }

  private async requireRoom(tx: EntityManager, kept: readonly KeptSecret[], now: Date): Promise<void> {
    const ids = kept.map(({ client }) => client.id);
    const found = await tx.query<{ client_id: Long; live: number }[]>(LIVE, [ids, now]);
    const live = new Map(found.map((row) => [row.client_id, row.live]));
    for (const { client, secret } of kept) {
      const there = live.get(client.id) ?? 0;
      if (there >= MAX_LIVE_SECRETS)
        throw new InvalidRecordError(
          'A client can have two active secrets at most. Revoke one of them first.',
          [],
          client.clientId,
        );
      if (secret.expiresAt === null || secret.expiresAt > now) live.set(client.id, there + 1);
    }
  }

  private record(tx: EntityManager, events: readonly Event[], actor: AuditActor): Promise<void> {
    const entries = events.map(({ action, clientId, details }) => ({
      ...{ action, outcome: 'ok' as const, target: `client:${clientId}`, details },
      ...{ accountId: actor.accountId, clientId: actor.clientId, address: actor.address },
    }));
    return this.audit.recordAll(entries, tx);
  }
}

type Named = Readonly<Record<string, unknown>>;

/** The audit events of an update: enabling or disabling is separate from other changes. None if nothing differs. */
function eventsOf(clientId: string, was: Named, is: Named): Event[] {
  const { isDisabled: wasDisabled, ...before } = was;
  const { isDisabled, ...after } = is;
  const details = recorded(CLIENT_FIELDS, before, after);
  const isChanged = Object.keys(details.after ?? {}).length > 0;
  const switched = changed({ isDisabled: wasDisabled }, { isDisabled });
  const action = isDisabled ? ('client.disabled' as const) : ('client.enabled' as const);
  return [
    ...(isChanged ? [{ action: 'client.updated' as const, clientId, details }] : []),
    ...(isDisabled === wasDisabled ? [] : [{ action, clientId, details: switched }]),
  ];
}

/** @throws InvalidRecordError, or InvalidClientsError for several */
async function requireAllUsable(
  pairs: readonly { readonly client: Client | null; readonly after: NewClient }[],
): Promise<void> {
  const errors: InvalidRecordError[] = [];
  await inParts(pairs, async (part) => {
    for (const { client, after } of part)
      await requireUsable(after, client).catch((cause: unknown) => {
        if (!(cause instanceof InvalidRecordError)) throw cause;
        errors.push(cause);
      });
  });
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new InvalidClientsError(errors);
}

/** @returns a function that turns a client into its audit details, with its ruleset by name */
async function namer(
  tx: EntityManager,
  clients: readonly Pick<Client, 'rulesetId'>[],
): Promise<(client: NewClient) => Named> {
  const ids = [...new Set(clients.map(({ rulesetId }) => rulesetId))];
  const names = new Map((await tx.findBy(Ruleset, { id: In(ids) })).map(({ id, name }) => [id, name]));
  return ({ rulesetId, ...fields }) => ({ ...fields, ruleset: names.get(rulesetId) ?? null });
}
