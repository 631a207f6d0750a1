import { Column, Entity, Index } from 'typeorm';
import { KeyRefersTo, RefersTo } from '../../platform/database/key-columns.js';
import { EmptiedBy } from '../../platform/database/expiring-tables.js';
import type { Long } from '../../platform/operations/long.js';
import { Account } from '../accounts/account.entity.js';
import { Family } from '../families/family.entity.js';

/** A family that is handed over once its founder had the time to stop it (D335). */
@Entity('family_hand_over')
@EmptiedBy('what hands the family over when its time came, or stops it')
export class HandOver {
  @KeyRefersTo(() => Family, 'family_hand_over.family_id')
  familyId!: Long;

  /** Its founder. */
  @RefersTo(() => Account, 'family_hand_over.account_id')
  accountId!: Long;

  /** The member who becomes its founder. */
  @RefersTo(() => Account, 'family_hand_over.next_id')
  nextId!: Long;

  /** The sign-in in which it was asked for; null: from before that was kept. */
  @Column({ type: 'bigint', name: 'sign_in_id', nullable: true })
  signInId!: Long | null;

  @Column({ type: 'timestamptz', name: 'asked_at' })
  askedAt!: Date;

  /** When it is carried out. */
  @Index('family_hand_over_begins_at_idx')
  @Column({ type: 'timestamptz', name: 'begins_at' })
  beginsAt!: Date;
}
