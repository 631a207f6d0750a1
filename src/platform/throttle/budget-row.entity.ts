import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Expires } from '../database/expiring-tables.js';

/** The spent part of a budget, a row for each spender (D170). The table is unlogged: see its migration. */
@Entity('budget')
export class BudgetRow {
  /** SHA-256 of the budget's name and its spender. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'budget_pkey' })
  key!: Buffer;

  /** When the whole budget is available again. Not indexed: every spending would have to update the index. */
  @Expires()
  @Column({ type: 'timestamptz', name: 'refilled_at' })
  refilledAt!: Date;
}
