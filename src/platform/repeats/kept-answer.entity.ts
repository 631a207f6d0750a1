import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../database/key-columns.js';
import { Expires } from '../database/expiring-tables.js';
import { Sealed } from '../security/sealed-column.js';

/** The final answer of a request with an Idempotency-Key, for 24 hours (D392). */
@Entity('kept_answer')
export class KeptAnswer {
  /** SHA-256 of the holder of the key, and the key. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'kept_answer_pkey' })
  digest!: Buffer;

  /** null: an administrator in a session. */
  @RefersTo('Client', 'kept_answer.client_id', { nullable: true, index: 'set' })
  clientId!: string | null;

  /** The account that the answer tells of. */
  @RefersTo('Account', 'kept_answer.account_id', { nullable: true, index: 'set' })
  accountId!: string | null;

  /** Keyed digest of the request. */
  @Column({ type: 'bytea' })
  request!: Buffer;

  /** At random: the request that has the turn. */
  @Column({ type: 'bytea' })
  turn!: Buffer;

  /** A request that comes later takes the turn over: the node that had it is gone. */
  @Column({ type: 'timestamptz', name: 'turn_until' })
  turnUntil!: Date;

  /** JSON: what the work returned, written by its transaction; then the answer. null: the work is not done. */
  @Sealed<KeptAnswer>('kept answer', ({ digest }) => digest)
  @Column({ type: 'bytea', nullable: true })
  kept!: Buffer | null;

  @Expires()
  @Index('kept_answer_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
