import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { RefersTo } from '../../platform/database/key-columns.js';
import { Client } from '../../oauth/clients/client.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { Expires } from '../../platform/database/expiring-tables.js';
import { MINUTE } from '../../platform/security/clock.js';

/** One sign-in of the web flow (§3.4): requested, signed in by its cipher, validated by its secret (D64). */
@Entity('web_state')
export class WebState {
  /** SHA-256 of the state random cipher, which goes to the browser. */
  @PrimaryColumn({ type: 'bytea', name: 'cipher_digest', primaryKeyConstraintName: 'web_state_pkey' })
  cipherDigest!: Buffer;

  /** SHA-256 of the state secret, which the web server keeps. */
  @Column({ type: 'bytea', name: 'secret_digest' })
  secretDigest!: Buffer;

  /** The client that requested it; null when none authenticated. */
  @RefersTo(() => Client, 'web_state.client_id', { nullable: true })
  clientId!: Long | null;

  /** The session that its form opened; kept after the session ends, so that a cipher is used only once. */
  @Index('web_state_session_digest_key', { unique: true })
  @Column({ type: 'bytea', name: 'session_digest', nullable: true })
  sessionDigest!: Buffer | null;

  @Column({ type: 'int', default: 0 })
  mismatches!: number;

  @Column({ type: 'timestamptz', name: 'validated_at', nullable: true })
  validatedAt!: Date | null;

  /** A cipher is kept for an hour, so that a sign-in form sent late redirects to the web application (D114). */
  @Expires({ keptMs: 60 * MINUTE })
  @Index('web_state_expires_at_idx')
  @Column({ type: 'timestamptz', name: 'expires_at' })
  expiresAt!: Date;
}
