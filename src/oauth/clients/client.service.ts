import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HEARTH, type AuditActor } from '../../platform/audit/audit-actor.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { randomSecret } from '../../platform/security/secrets.js';
import { ClientBatch } from './client-batch.js';
import { authenticatesByKey } from './client-profiles.js';
import type { ClientSettings, NewClient } from './client-record.js';
import { ClientSecret } from './client-secret.entity.js';
import { ClientSecrets, type StoredSecret } from './client-secrets.js';
import { Client } from './client.entity.js';
import { InvalidRecordError } from '../../platform/records/invalid-record-error.js';
import { stillThere } from '../../platform/errors/problem-error.js';

const BY_KEY = 'The client authenticates by its key (private_key_jwt): a secret would not work.';

/** The verifier of a secret of a new client. */
export type NewSecret = Pick<StoredSecret, 'scheme' | 'verifier'> & Partial<Pick<StoredSecret, 'expiresAt'>>;

/** An added secret with its plain value, which exists only here. */
type AddedSecret = Pick<ClientSecret, 'id' | 'createdAt' | 'expiresAt'> & { readonly plain: string };

/**
 * Writes client records and their secrets (§2.3, D34, D68). A change takes effect on this node once it is
 * committed, on others by NOTIFY and within 5 s at the latest.
 */
@Injectable()
export class ClientService {
  constructor(
    private readonly database: Database,
    private readonly secrets: ClientSecrets,
    private readonly batch: ClientBatch,
  ) {}

  /** Whether there is any client. */
  hasAny(): Promise<boolean> {
    return this.database.dataSource.manager.existsBy(Client, {});
  }

  exists(clientId: string, tx: EntityManager = this.database.dataSource.manager): Promise<boolean> {
    return tx.existsBy(Client, { clientId });
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

  /**
   * Generates another secret, so that secrets can be rotated without downtime (D34). It is returned only here.
   * @throws InvalidRecordError if there are two active secrets already, or the client authenticates by its key
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
      if (authenticatesByKey(client)) throw new InvalidRecordError(BY_KEY, [], client.clientId);
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
}

/** Locks the row, so that the audit event of each of two concurrent changes has the right values before it. */
async function locked(tx: Transaction, id: Long): Promise<Client> {
  const client = await tx.findOne(Client, { where: { id }, lock: { mode: 'pessimistic_write' } });
  return stillThere(client, 'client');
}
