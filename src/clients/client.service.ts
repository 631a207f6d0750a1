import { Injectable } from '@nestjs/common';
import { MoreThan, IsNull, type EntityManager } from 'typeorm';
import { HEARTH, type AuditActor } from '../audit/audit-actor.js';
import { AuditLog } from '../audit/audit-log.js';
import type { AuditAction } from '../audit/catalogue.js';
import { changed, type Change } from '../audit/changed.js';
import type { Long } from '../contract/long.js';
import { Changes } from '../database/changes.js';
import { Database } from '../database/database.js';
import { Clock } from '../security/clock.js';
import { randomSecret } from '../security/secrets.js';
import { InvalidRecordError, requireUsable, type ClientSettings, type NewClient } from './client-record.js';
import { ClientSecret } from './client-secret.entity.js';
import { ClientSecrets, type StoredSecret } from './client-secrets.js';
import { Client } from './client.entity.js';
import { Ruleset } from './ruleset.entity.js';
import { isPattern } from './ruleset-rules.js';

const MAX_LIVE_SECRETS = 2;

type Verifier = Pick<StoredSecret, 'scheme' | 'verifier'>;

/** A further secret, with its plain value: that exists only here. */
export type AddedSecret = Pick<ClientSecret, 'id' | 'createdAt' | 'expiresAt'> & { readonly plain: string };

/**
 * Client records, their secrets and rulesets (§2.3, D34, D35, D68). What takes a transaction leaves it to its caller to
 * say `announce` once that is committed.
 */
@Injectable()
export class ClientService {
  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly secrets: ClientSecrets,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidRecordError */
  async create(
    tx: EntityManager,
    client: NewClient,
    secret: Verifier | null,
    actor: AuditActor = HEARTH,
  ): Promise<Long> {
    await requireUsable(client);
    const row = { ...client, createdAt: this.clock.now() } as Client;
    await tx.insert(Client, row);
    const details = changed(null, await named(tx, client));
    await this.record(tx, actor, { action: 'client.created', target: `client:${client.clientId}`, details });
    if (secret) await tx.insert(ClientSecret, { ...secret, clientId: row.id, createdAt: this.clock.now() });
    return row.id;
  }

  /**
   * @param client as it is, locked
   * @throws InvalidRecordError
   */
  async update(
    tx: EntityManager,
    client: Client,
    change: Partial<ClientSettings>,
    actor: AuditActor = HEARTH,
  ): Promise<void> {
    const after = { ...client, ...change };
    await requireUsable(after);
    const { isDisabled: wasDisabled, ...before } = await named(tx, client);
    const { isDisabled, ...values } = await named(tx, after);
    const details = changed(before, values);
    const isChanged = Object.keys(details.after ?? {}).length > 0;
    if (!isChanged && isDisabled === wasDisabled) return;
    await tx.update(Client, { id: client.id }, change);
    const target = `client:${client.clientId}`;
    if (isChanged) await this.record(tx, actor, { action: 'client.updated', target, details });
    if (isDisabled === wasDisabled) return;
    const action = isDisabled ? 'client.disabled' : 'client.enabled';
    const switched = changed({ isDisabled: wasDisabled }, { isDisabled });
    await this.record(tx, actor, { action, target, details: switched });
  }

  /** With its secrets, grants and tokens: nothing of it works any longer. */
  async remove(tx: EntityManager, client: Client, actor: AuditActor = HEARTH): Promise<void> {
    await tx.delete(Client, { id: client.id });
    const details = changed(await named(tx, client), null);
    await this.record(tx, actor, { action: 'client.deleted', target: `client:${client.clientId}`, details });
  }

  /** To be said after the commit: from then on this node knows, and the others within 5 s (D35). */
  async announce(...clientIds: readonly Long[]): Promise<void> {
    if (clientIds.length > 0) await this.changes.publish(...clientIds.map((id) => `client:${id}`));
  }

  /** @throws InvalidRecordError for a pattern that names no call it could */
  async createRuleset(
    tx: EntityManager,
    ruleset: Pick<Ruleset, 'name' | 'description' | 'patterns' | 'isShipped'>,
    actor: AuditActor = HEARTH,
  ): Promise<Long> {
    requirePatterns(ruleset.patterns);
    const row = { ...ruleset } as Ruleset;
    await tx.insert(Ruleset, row);
    const { name, description, patterns: rules } = ruleset;
    const details = changed(null, { description, rules });
    await this.record(tx, actor, { action: 'ruleset.created', target: `ruleset:${name}`, details });
    return row.id;
  }

  /**
   * Generates a further secret, shown only here, so that one can be changed without downtime (D34).
   * @throws InvalidRecordError for a third one
   */
  async addSecret(
    clientId: Long,
    expiresAt: Date | null = null,
    actor: AuditActor = HEARTH,
  ): Promise<AddedSecret> {
    const plain = randomSecret();
    const stored = await this.secrets.store(plain);
    const added = await this.database.transaction(async (tx) =>
      this.keepSecret(tx, await locked(tx, clientId), { ...stored, expiresAt }, actor),
    );
    await this.announce(clientId);
    return { id: added.id, createdAt: added.createdAt, expiresAt, plain };
  }

  /**
   * @param client locked, so that two at once don't become three
   * @throws InvalidRecordError for a third one
   */
  async keepSecret(
    tx: EntityManager,
    client: Client,
    secret: Verifier & Pick<StoredSecret, 'expiresAt'>,
    actor: AuditActor = HEARTH,
  ): Promise<ClientSecret> {
    const { id: clientId } = client;
    const now = this.clock.now();
    const live = await tx.countBy(ClientSecret, [
      { clientId, expiresAt: IsNull() },
      { clientId, expiresAt: MoreThan(now) },
    ]);
    if (live >= MAX_LIVE_SECRETS)
      throw new InvalidRecordError('A client has at most two live secrets: end one of them first.');
    const row = { ...secret, clientId, createdAt: now } as ClientSecret;
    await tx.insert(ClientSecret, row);
    const details = changed(null, { id: row.id, expiresAt: secret.expiresAt });
    await this.record(tx, actor, {
      action: 'client.secret_added',
      target: `client:${client.clientId}`,
      details,
    });
    return row;
  }

  /** @returns whether there was such a secret */
  async endSecret(clientId: Long, secretId: Long, actor: AuditActor = HEARTH): Promise<boolean> {
    const wasThere = await this.database.transaction(async (tx) =>
      this.dropSecret(tx, await locked(tx, clientId), secretId, actor),
    );
    await this.announce(clientId);
    return wasThere;
  }

  async dropSecret(tx: EntityManager, client: Client, id: Long, actor: AuditActor): Promise<boolean> {
    const { affected } = await tx.delete(ClientSecret, { id, clientId: client.id });
    if (!affected) return false;
    const target = `client:${client.clientId}`;
    await this.record(tx, actor, { action: 'client.secret_ended', target, details: changed({ id }, null) });
    return true;
  }

  /** A disabled client is nobody: its credentials and tokens are refused at once. */
  async setDisabled(clientId: Long, isDisabled: boolean, actor: AuditActor = HEARTH): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.update(tx, await locked(tx, clientId), { isDisabled }, actor);
    });
    await this.announce(clientId);
  }

  /**
   * @param ruleset as it is, locked
   * @throws InvalidRecordError for a pattern that names no call it could
   */
  async updateRuleset(
    tx: EntityManager,
    ruleset: Ruleset,
    change: Partial<Pick<Ruleset, 'description' | 'patterns'>>,
    actor: AuditActor = HEARTH,
  ): Promise<void> {
    const { id, name } = ruleset;
    const { description = ruleset.description, patterns = ruleset.patterns } = change;
    requirePatterns(patterns);
    await tx.update(Ruleset, { id }, { description, patterns });
    const before = { description: ruleset.description, rules: ruleset.patterns };
    const details = changed(before, { description, rules: patterns });
    await this.record(tx, actor, { action: 'ruleset.updated', target: `ruleset:${name}`, details });
  }

  /** In force on this node at once, on the others by NOTIFY and within 5 s at the latest (D35). */
  async setPatterns(name: string, patterns: string[], actor: AuditActor = HEARTH): Promise<void> {
    const lock = { mode: 'pessimistic_write' } as const;
    await this.database.transaction(async (tx) => {
      const ruleset = await tx.findOneOrFail(Ruleset, { where: { name }, lock });
      await this.updateRuleset(tx, ruleset, { patterns }, actor);
    });
    await this.changes.publish('rulesets');
  }

  private record(
    tx: EntityManager,
    actor: AuditActor,
    event: { action: AuditAction; target: string; details: Change },
  ): Promise<void> {
    const { accountId, clientId, address } = actor;
    return this.audit.record({ ...event, accountId, clientId, address, outcome: 'ok' }, tx);
  }
}

/** Two that change it at once come one after the other, so that each knows what was before. */
function locked(tx: EntityManager, id: Long): Promise<Client> {
  return tx.findOneOrFail(Client, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** The record as the audit tells it: its ruleset by name. */
async function named(tx: EntityManager, client: NewClient): Promise<Record<string, unknown>> {
  const { rulesetId, ...fields } = client;
  const ruleset = await tx.findOneBy(Ruleset, { id: rulesetId });
  return { ...fields, ruleset: ruleset?.name ?? null };
}

function requirePatterns(patterns: readonly string[]): void {
  const wrong = patterns.find((pattern) => !isPattern(pattern));
  if (wrong === undefined) return;
  const problem = `${JSON.stringify(wrong)} must be a call name, prefix* or !pattern`;
  throw new InvalidRecordError(`pattern ${problem}`, [{ field: 'rules', message: problem }]);
}
