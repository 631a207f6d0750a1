import { Column, Entity, Index } from 'typeorm';
import { KeyRefersTo } from '../../platform/database/key-columns.js';
import { Account } from '../../identity/accounts/account.entity.js';
import { Client } from '../clients/client.entity.js';
import type { Long } from '../../platform/operations/long.js';

/** An account's consent for a client (D61). It ends with either of them, or by "disconnect". */
@Entity('consent')
export class Consent {
  @KeyRefersTo(() => Account, 'consent.account_id')
  accountId!: Long;

  @Index('consent_client_id_idx')
  @KeyRefersTo(() => Client, 'consent.client_id')
  clientId!: Long;

  /** Names of scopes. */
  @Column({ type: 'text', array: true })
  scopes!: string[];

  /**
   * Of scopes that were allowed since 0.3: when (ISO 8601), and in which sign-in. The others were with the consent; that
   * itself is under the empty name.
   */
  @Column({ type: 'jsonb', nullable: true })
  given!: Readonly<Record<string, { readonly at: string; readonly by: Long | null }>> | null;

  @Column({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;
}
