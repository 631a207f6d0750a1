import { Check, Column, Entity } from 'typeorm';
import { GeneratedId, RefersTo } from '../../platform/database/key-columns.js';
import type { Long } from '../../platform/operations/long.js';
import { Client } from './client.entity.js';

/** One of at most two active secrets of a client (D34). */
@Entity('client_secret')
@Check('client_secret_scheme_check', `"scheme" IN ('sha256', 'bcrypt')`)
export class ClientSecret {
  @GeneratedId('client_secret_pkey')
  id!: Long;

  @RefersTo(() => Client, 'client_secret.client_id')
  clientId!: Long;

  /** sha256 for generated secrets with 256 random bits, bcrypt for imported ones. */
  @Column({ type: 'text' })
  scheme!: 'sha256' | 'bcrypt';

  @Column({ type: 'bytea' })
  verifier!: Buffer;

  /**
   * A keyed digest of the secret, stored after its first successful use: from then on it is recognized without bcrypt
   * (D164). Never exported.
   */
  @Column({ type: 'bytea', nullable: true, select: false })
  recognition!: Buffer | null;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}
