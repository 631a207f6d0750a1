import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Long } from '../../platform/operations/long.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import type { NoticeKind } from './outbox-message.entity.js';
import { Outbox } from './outbox.js';

/** What counts against the limit; a proposal has its own, or whoever makes them could silence the rest. */
const KINDS: readonly NoticeKind[] = [
  'passwordChanged',
  'identifierAdded',
  'identifierRemoved',
  'partnerConnected',
];
/** Whoever changes things again and again has been told about by then, and text messages cost money. */
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

/** What changed in how one gets into an account. */
export interface Notice {
  readonly kind: NoticeKind;
  /** The address or partner that it is about. */
  readonly value?: string;
  /** The client that asks for it. */
  readonly clientName?: string;
  /** Confirmed by the change itself: it is not told there (D150). */
  readonly except?: string | null;
}

/** Tells a person of changes that a thief of the account would make, in the transaction of the change (D150). */
@Injectable()
export class Notices {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /**
   * To each address that was confirmed before, so before a removal. By channels that send alone: nobody passes such a
   * message on by hand.
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
