import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { insertNew } from '../../platform/database/insert-new.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Clock } from '../../platform/security/clock.js';
import { firebaseKeyId } from '../../platform/security/firebase-key-id.js';
import { signerIn } from '../../platform/security/foreign-hash.js';
import { Sealer } from '../../platform/security/sealer.js';
import { FirebaseKey, firebaseKeyContext } from './firebase-key.entity.js';

const PURPOSE = 'firebase key';
/** The id of the signer key that a hash of Firebase names; null for all other hashes. */
const SIGNER_OF = (passwordHash: string): string => `substring(${passwordHash} from ',k=([0-9a-f]{16})[$]')`;
/** Read by the partial index of other systems' hashes. */
const USED = `SELECT ${SIGNER_OF('password_hash')} AS id, count(*)::int AS accounts FROM account
  WHERE password_hash NOT LIKE '$2%' AND password_hash LIKE '$fbscrypt$%' GROUP BY 1`;

/** Selects the sealed signer key that belongs to a hash: part of the statement that finds the account. */
export const SIGNER_KEY_OF = (passwordHash: string): string =>
  `(SELECT k.signer_key FROM firebase_key k WHERE k.id = ${SIGNER_OF(passwordHash)})`;

/** Keeps the signer keys of Firebase projects, each sealed and never shown (D407). */
@Injectable()
export class FirebaseKeys {
  constructor(
    @InjectRepository(FirebaseKey) private readonly rows: Repository<FirebaseKey>,
    private readonly sealer: Sealer,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  all(): Promise<FirebaseKey[]> {
    return this.rows.find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** In a transaction the row is locked. */
  find(id: string, tx?: Transaction): Promise<FirebaseKey | null> {
    if (!tx) return this.rows.findOneBy({ id });
    return tx.findOne(FirebaseKey, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Returns how many accounts have a hash of each key, by its id; keys without any are absent. */
  async used(tx: EntityManager = this.rows.manager): Promise<ReadonlyMap<string, number>> {
    const counts = await tx.query<{ id: string; accounts: number }[]>(USED);
    return new Map(counts.map(({ id, accounts }) => [id, accounts]));
  }

  /** Adds a key. A key that is known already stays as it is. @returns its id */
  async add(tx: Transaction, label: string, signerKey: Buffer, by: AuditActor): Promise<string> {
    const id = firebaseKeyId(signerKey);
    const sealed = this.sealer.seal(PURPOSE, signerKey, firebaseKeyContext({ id }));
    const row = { id, label, signerKey: sealed, createdAt: this.clock.now() };
    if ((await insertNew(tx, FirebaseKey, row, 'id')) !== null)
      await this.changed(tx, 'firebase_key.added', by, id, { label });
    return id;
  }

  /** @param accounts whose hashes name it: none of their passwords is right any more */
  async remove(tx: Transaction, { id, label }: FirebaseKey, accounts: number, by: AuditActor): Promise<void> {
    await tx.delete(FirebaseKey, { id });
    await this.changed(tx, 'firebase_key.deleted', by, id, { label, accounts });
  }

  /**
   * Finds what is missing for hashes that are about to be stored. Keys that are found can't be deleted before the
   * transaction ends.
   * @returns the ids of keys that this server does not have
   */
  async unknownAmong(tx: EntityManager, hashes: readonly (string | null)[]): Promise<ReadonlySet<string>> {
    const named = new Set(hashes.flatMap((each) => (each === null ? [] : (signerIn(each) ?? []))));
    if (named.size === 0) return named;
    const known = await tx.find(FirebaseKey, {
      select: { id: true },
      where: { id: In([...named]) },
      order: { id: 'ASC' },
      lock: { mode: 'for_key_share' },
    });
    for (const { id } of known) named.delete(id);
    return named;
  }

  /** @param sealed as SIGNER_KEY_OF selects it @returns null if there is none, or no listed MASTER_KEY opens it */
  opened(passwordHash: string | null, sealed: Buffer | null): Buffer | null {
    const id = passwordHash === null ? null : signerIn(passwordHash);
    return id === null || sealed === null
      ? null
      : this.sealer.tryOpen(PURPOSE, sealed, firebaseKeyContext({ id }));
  }

  private changed(
    tx: Transaction,
    action: 'firebase_key.added' | 'firebase_key.deleted',
    by: AuditActor,
    id: string,
    details: object,
  ): Promise<void> {
    return this.audit.record({ action, outcome: 'ok', ...by, target: `firebase-key:${id}`, details }, tx);
  }
}

/** @param id of a key that this server does not have */
export function problemWithSigner(id: string): string {
  return `names the Firebase signer key ${id}, which this server does not have: add it with "hearth firebase-key add"`;
}
