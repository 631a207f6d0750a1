import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Long } from '../../platform/operations/long.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import type { NoticeKind } from './outbox-message.entity.js';
import { Outbox } from './outbox.js';

/**
 * Kinds that count against the limit. Proposals have their own limit: otherwise a client could use them to suppress the
 * rest.
 */
const KINDS: readonly NoticeKind[] = [
  'passwordChanged',
  'identifierAdded',
  'identifierRemoved',
  'partnerConnected',
];
/** Notices a day: a person with that many has been warned, and text messages cost money. */
const TOLD_A_DAY = 20;
const ADDRESSES = `SELECT i.type, i.normalized, a.name, coalesce(a.locale, 'en') AS locale
    FROM account_identifier i JOIN account a ON a.id = i.account_id
   WHERE a.id = $1 AND i.is_validated AND i.type IN ('Email', 'Msisdn') AND i.normalized IS DISTINCT FROM $2
     AND (SELECT count(*) FROM outbox_message m
           WHERE m.account_id = a.id AND m.kind = ANY($3) AND m.created_at > $4) < ${TOLD_A_DAY}
   ORDER BY i.id`;

interface Address {
  type: 'Email' | 'Msisdn';
  normalized: string;
  name: string;
  locale: string;
}

/** A change of how one can sign in to an account. */
export interface Notice {
  readonly kind: NoticeKind;
  /** The address or partner that changed. */
  readonly value?: string;
  /** The client that asks for it. */
  readonly clientName?: string;
  /** An address that the change itself confirmed: the notice is not sent there (D150). */
  readonly except?: string | null;
}

/** Notifies a person of changes that an account thief would make, in the transaction of the change (D150). */
@Injectable()
export class Notices {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /**
   * Sends to every address that is confirmed at this time: call it before a removal. Uses automatic channels only:
   * nobody hands over such a message.
   */
  async add(tx: Transaction, accountId: Long, notice: Notice): Promise<void> {
    const { kind, value = '', clientName = '', except = null } = notice;
    const now = this.clock.now();
    const since = new Date(now.getTime() - DAY);
    const addresses = await tx.query<Address[]>(ADDRESSES, [accountId, except, KINDS, since]);
    const payload = { value, clientName, at: now.toISOString(), site: this.config.publicUrl };
    for (const { type, normalized: recipient, name, locale } of addresses) {
      const channel = type === 'Email' ? 'email' : 'sms';
      if (!this.outbox.hasSender(channel)) continue;
      await this.outbox.add(tx, {
        kind,
        accountId,
        channel,
        recipient,
        locale,
        payload: { ...payload, name },
      });
    }
  }
}
