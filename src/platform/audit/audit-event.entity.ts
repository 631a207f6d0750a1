import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { AuditClass } from '../config/audit-retention.js';
import type { AuditAction } from './audit-actions.js';
import { EmptiedBy } from '../database/expiring-tables.js';

const KEY = 'audit_event_pkey';

/**
 * An act, who did it, to what and from where; append-only, ids without personal data. Partitioned by class, then month (D229): read
 * it only by KeptEvents. Each index serves a filter, newest first; the key serves the one by time.
 */
@Entity('audit_event')
@EmptiedBy('dropping partitions')
@Index('audit_event_action_idx', ['action', 'at', 'id'])
@Index('audit_event_account_idx', ['accountId', 'at', 'id'], { where: '"account_id" IS NOT NULL' })
@Index('audit_event_client_idx', ['clientId', 'at', 'id'], { where: '"client_id" IS NOT NULL' })
@Index('audit_event_target_idx', ['target', 'at', 'id'], { where: '"target" IS NOT NULL' })
@Index('audit_event_refused_idx', ['at', 'id'], { where: `"outcome" = 'refused'` })
export class AuditEvent {
  @PrimaryColumn({ type: 'timestamptz', primaryKeyConstraintName: KEY })
  at!: Date;

  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: KEY,
  })
  id!: string;

  /** What the action is kept as (`classOf`). */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: KEY })
  class!: AuditClass;

  @Column({ type: 'text' })
  action!: AuditAction;

  @Column({ type: 'text' })
  outcome!: 'ok' | 'refused';

  /** The client that acted; for an administrator: the client of the token used. */
  @Column({ type: 'text', name: 'client_id', nullable: true })
  clientId!: string | null;

  /** The user or administrator who acted. */
  @Column({ type: 'bigint', name: 'account_id', nullable: true })
  accountId!: string | null;

  /** The object of the action: `grant:12`, `account:7`, `client:shop`, `ruleset:WEB`. */
  @Column({ type: 'text', nullable: true })
  target!: string | null;

  @Column({ type: 'text', nullable: true })
  address!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  details!: object | null;
}
