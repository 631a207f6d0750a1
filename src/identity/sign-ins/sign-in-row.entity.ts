import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Expires } from '../../platform/database/expiring-tables.js';
import type { Long } from '../../platform/operations/long.js';
import { DAY } from '../../platform/security/clock.js';
import type { Rank } from '../ways-in/youth.js';

/**
 * A sign-in on a page, or one more proof of who is signed in there: what was made by it names it (D337). Ways in have
 * its id without a key to it: it is never looked for by them, and gone before them.
 */
@Entity('sign_in')
export class SignInRow {
  /** Random, so that the session that is written beside it can name it. */
  @PrimaryColumn({ type: 'bigint', primaryKeyConstraintName: 'sign_in_pkey' })
  id!: Long;

  @Index('sign_in_account_id_idx')
  @ForeignKey('Account', { onDelete: 'CASCADE', name: 'sign_in_account_id_fkey' })
  @Column({ type: 'bigint', name: 'account_id' })
  accountId!: Long;

  /** The sign-in that this is a further proof in; its own number: it began it. */
  @Column({ type: 'bigint', name: 'began_id' })
  beganId!: Long;

  @Expires({ keptMs: 400 * DAY })
  @Index('sign_in_at_idx')
  @Column({ type: 'timestamptz' })
  at!: Date;

  /** What was shown: methods separated by spaces; null: a password alone. */
  @Column({ type: 'text', nullable: true })
  methods!: string | null;

  /** What that is worth. */
  @Column({ type: 'smallint' })
  rank!: Rank;

  /** What the browser said that it is, and roughly where it was. */
  @Column({ type: 'jsonb', nullable: true })
  agent!: object | null;
}
