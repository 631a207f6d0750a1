import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../platform/database/key-columns.js';
import { Client } from '../clients/client.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { Expires } from '../../platform/database/expiring-tables.js';

/**
 * A link by which a user may connect an account with a partner's (D117), by the SHA-256 of its token; using it deletes
 * it.
 */
@Entity('account_link')
export class AccountLink {
  @PrimaryColumn({ type: 'bytea', primaryKeyConstraintName: 'account_link_pkey' })
  digest!: Buffer;

  /** The client that presented the assertion about the user. */
  @RefersTo(() => Client, 'account_link.client_id')
  clientId!: Long;

  @Column({ type: 'text' })
  issuer!: string;

  /** The id in the partner's system. */
  @Column({ type: 'text' })
  subject!: string;

  /** The partner's name for its user, which this person will recognize. */
  @Column({ type: 'text' })
  label!: string;

  /** Only a sign-in after this counts. */
  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Expires()
  @Index('account_link_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
