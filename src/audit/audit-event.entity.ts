import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Who did what, on what, from where; append only, ids and no personal data. */
@Entity('audit_event')
export class AuditEvent {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'audit_event_pkey',
  })
  id!: string;

  @Index('audit_event_at_idx')
  @Column({ type: 'timestamptz' })
  at!: Date;

  /** `signin.succeeded`, `token.reused`, … */
  @Column({ type: 'text' })
  action!: string;

  @Column({ type: 'text' })
  outcome!: 'ok' | 'refused';

  @Column({ type: 'text', name: 'client_id', nullable: true })
  clientId!: string | null;

  @Column({ type: 'bigint', name: 'account_id', nullable: true })
  accountId!: string | null;

  /** What it was done to: `grant:12`, `account:7`. */
  @Column({ type: 'text', nullable: true })
  target!: string | null;

  @Column({ type: 'text', nullable: true })
  address!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  details!: object | null;
}
