import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HEARTH, type AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { AuditAction } from '../../platform/audit/catalogue.js';
import { changed, type Change } from '../../platform/audit/changed.js';
import type { Long } from '../../platform/operations/long.js';
import { Changes } from '../../platform/database/changes.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { randomSecret } from '../../platform/security/secrets.js';
import { ClientBatch } from './client-batch.js';
import type { ClientSettings, NewClient } from './client-record.js';
import { InvalidRecordError } from './invalid-record-error.js';
import { ClientSecret } from './client-secret.entity.js';
import { ClientSecrets, type StoredSecret } from './client-secrets.js';
import { Client } from './client.entity.js';
import { Ruleset } from '../rulesets/ruleset.entity.js';
import { problemWithRule } from '../rulesets/ruleset-rules.js';
import { stillThere } from '../../platform/errors/problem-error.js';

/** The verifier of a secret of a new client. */
export type NewSecret = Pick<StoredSecret, 'scheme' | 'verifier'> & Partial<Pick<StoredSecret, 'expiresAt'>>;

/** An added secret with its plain value, which exists only here. */
type AddedSecret = Pick<ClientSecret, 'id' | 'createdAt' | 'expiresAt'> & { readonly plain: string };

/**
 * Writes client records, their secrets and rulesets (§2.3, D34, D35, D68). A change takes effect on this node once it is
 * committed, on others by NOTIFY and within 5 s at the latest.
 */
@Injectable()
export class ClientService {
  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly secrets: ClientSecrets,
    private readonly batch: ClientBatch,
    private readonly audit: AuditLog,
  ) {}

  /** Whether there is any client. */
  hasAny(): Promise<boolean> {
    return this.database.dataSource.manager.existsBy(Client, {});
  }

  exists(clientId: string, tx: EntityManager = this.database.dataSource.manager): Promise<boolean> {
    return tx.existsBy(Client, { clientId });
  }

  findRuleset(tx: EntityManager, name: string): Promise<Ruleset | null> {
    return tx.findOneBy(Ruleset, { name });
  }

  /** @throws InvalidRecordError */
  async create(
    tx: Transaction,
    client: NewClient,
    secrets: readonly NewSecret[],
    actor: AuditActor = HEARTH,
  ): Promise<Long> {
    const [{ id, createdAt }] = await this.batch.create(tx, [client], actor);
    for (const secret of secrets) await tx.insert(ClientSecret, { ...secret, clientId: id, createdAt });
    return id;
  }

  /**
   * @param client the current row, locked
   * @throws InvalidRecordError
   */
  update(
    tx: Transaction,
    client: Client,
    change: Partial<ClientSettings>,
    actor: AuditActor = HEARTH,
  ): Promise<void> {
    return this.batch.update(tx, [{ client, change }], actor);
  }

  /** Deletes a client with its secrets, grants and tokens. */
  remove(tx: Transaction, client: Client, actor: AuditActor = HEARTH): Promise<void> {
    return this.batch.remove(tx, [client], actor);
  }

  /** @throws InvalidRecordError for an invalid pattern */
  async createRuleset(
    tx: Transaction,
    ruleset: Pick<Ruleset, 'name' | 'description' | 'patterns' | 'isShipped'>,
    actor: AuditActor = HEARTH,
  ): Promise<Long> {
    requirePatterns(ruleset.patterns);
    this.changes.publishAfter(tx, 'rulesets');
    const row = { ...ruleset } as Ruleset;
    await tx.insert(Ruleset, row);
    const { name, description, patterns: rules } = ruleset;
    const details = changed(null, { description, rules });
    await this.record(tx, actor, { action: 'ruleset.created', target: `ruleset:${name}`, details });
    return row.id;
  }

  /**
   * Generates another secret, so that secrets can be rotated without downtime (D34). It is returned only here.
   * @throws InvalidRecordError if there are two active secrets already
   */
  async addSecret(
    clientId: Long,
    expiresAt: Date | null = null,
    actor: AuditActor = HEARTH,
  ): Promise<AddedSecret> {
    const plain = randomSecret();
    const stored = await this.secrets.store(plain);
    const [added] = await this.database.transaction(async (tx) => {
      const client = await locked(tx, clientId);
      return this.batch.keepSecrets(tx, [{ client, secret: { ...stored, expiresAt } }], actor);
    });
    return { id: added.id, createdAt: added.createdAt, expiresAt, plain };
  }

  /** Revokes a secret. @returns whether it existed */
  async endSecret(clientId: Long, secretId: Long, actor: AuditActor = HEARTH): Promise<boolean> {
    const ended = await this.database.transaction(async (tx) => {
      const client = await locked(tx, clientId);
      return this.batch.dropSecrets(tx, [{ client, id: secretId }], actor);
    });
    return ended === 1;
  }

  /** Disables or enables a client. The credentials and tokens of a disabled client are refused at once. */
  async setDisabled(clientId: Long, isDisabled: boolean, actor: AuditActor = HEARTH): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.update(tx, await locked(tx, clientId), { isDisabled }, actor);
    });
  }

  /**
   * @param ruleset the current row, locked
   * @throws InvalidRecordError for an invalid pattern
   */
  async updateRuleset(
    tx: Transaction,
    ruleset: Ruleset,
    change: Partial<Pick<Ruleset, 'description' | 'patterns'>>,
    actor: AuditActor = HEARTH,
  ): Promise<void> {
    const { id, name } = ruleset;
    const { description = ruleset.description, patterns = ruleset.patterns } = change;
    requirePatterns(patterns);
    this.changes.publishAfter(tx, 'rulesets');
    await tx.update(Ruleset, { id }, { description, patterns });
    const before = { description: ruleset.description, rules: ruleset.patterns };
    const details = changed(before, { description, rules: patterns });
    await this.record(tx, actor, { action: 'ruleset.updated', target: `ruleset:${name}`, details });
  }

  async removeRuleset(tx: Transaction, ruleset: Ruleset, actor: AuditActor): Promise<void> {
    const { id, name, description, patterns: rules } = ruleset;
    this.changes.publishAfter(tx, 'rulesets');
    await tx.delete(Ruleset, { id });
    const details = { before: { description, rules } };
    await this.record(tx, actor, { action: 'ruleset.deleted', target: `ruleset:${name}`, details });
  }

  async setPatterns(name: string, patterns: string[], actor: AuditActor = HEARTH): Promise<void> {
    const lock = { mode: 'pessimistic_write' } as const;
    await this.database.transaction(async (tx) => {
      const ruleset = stillThere(await tx.findOne(Ruleset, { where: { name }, lock }), 'ruleset');
      await this.updateRuleset(tx, ruleset, { patterns }, actor);
    });
  }

  private record(
    tx: Transaction,
    actor: AuditActor,
    event: { action: AuditAction; target: string; details: Change },
  ): Promise<void> {
    const { accountId, clientId, address } = actor;
    return this.audit.record({ ...event, accountId, clientId, address, outcome: 'ok' }, tx);
  }
}

/** Locks the row, so that the audit event of each of two concurrent changes has the right values before it. */
async function locked(tx: Transaction, id: Long): Promise<Client> {
  const client = await tx.findOne(Client, { where: { id }, lock: { mode: 'pessimistic_write' } });
  return stillThere(client, 'client');
}

function requirePatterns(patterns: readonly string[]): void {
  const wrong = patterns.find((pattern) => problemWithRule(pattern) !== null);
  if (wrong === undefined) return;
  const problem = `${JSON.stringify(wrong)} ${problemWithRule(wrong)}`;
  throw new InvalidRecordError(`pattern ${problem}`, [{ field: 'rules', message: problem }]);
}
