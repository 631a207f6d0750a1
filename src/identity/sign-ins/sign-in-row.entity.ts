import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../platform/database/key-columns.js';
import { Expires } from '../../platform/database/expiring-tables.js';
import type { Long } from '../../platform/operations/long.js';
import { DAY } from '../../platform/security/clock.js';
import type { UserAgent } from './user-agent.js';
import type { Rank } from '../ways-in/youth.js';

/**
 * A sign-in on a page, or a further proof by its user: ways in that were made in it name it (D337). They keep its id
 * without a foreign key, since it may be deleted before them.
 */
@Entity('sign_in')
export class SignInRow {
  /** Random, so that the session that is written beside it can name it. */
  @PrimaryColumn({ type: 'bigint', primaryKeyConstraintName: 'sign_in_pkey' })
  id!: Long;

  @RefersTo('Account', 'sign_in.account_id')
  accountId!: Long;

  /** The sign-in that this is a further proof in; its own number: it is the sign-in. */
  @Column({ type: 'bigint', name: 'began_id' })
  beganId!: Long;

  @Expires({ keptMs: 400 * DAY })
  @Index('sign_in_at_idx')
  @Column({ type: 'timestamptz' })
  at!: Date;

  /** The methods, separated by spaces; null: only a password. */
  @Column({ type: 'text', nullable: true })
  methods!: string | null;

  /** The rank of the proof. */
  @Column({ type: 'smallint' })
  rank!: Rank;

  /** What the browser called itself, and roughly where it was. */
  @Column({ type: 'jsonb', nullable: true })
  agent!: UserAgent | null;
}
