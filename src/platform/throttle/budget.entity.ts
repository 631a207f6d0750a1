import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is spent of a budget, a row for each who spends it (D170). The table is unlogged: see its migration. */
@Entity('budget')
export class BudgetRow {
  /** SHA-256 of the budget's name and whose it is. */
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'budget_pkey' })
  key!: Buffer;

  /** When all of it is there again. Without an index, or each spending would write that as well. */
  @Column({ type: 'timestamptz', name: 'refilled_at' })
  refilledAt!: Date;
}
