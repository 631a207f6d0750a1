import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { confirmedAddressesOf } from '../accounts/account-identifiers.js';
import { findAccount } from '../accounts/account-statements.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Long } from '../../platform/operations/long.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import { heldUntil } from './notice-pace.js';
import { OutboxMessage, type NoticeKind } from './outbox-message.entity.js';
import { Outbox, type NoticedBrowser } from './outbox.js';

/** A change of how one can sign in to an account. */
interface Notice {
  readonly kind: NoticeKind;
  /** The address or partner that changed. */
  readonly value?: string;
  /** The client that asks for it, or the person who acts. */
  readonly clientName?: string;
  /** The browser that signed in. */
  readonly browser?: NoticedBrowser;
  /** An address that the change itself confirmed: the notice is not sent there (D150). */
  readonly except?: string | null;
  /** Somebody else did it: a member of the family, an administrator, a client. */
  readonly byOther?: boolean;
}

/** Notifies a person of changes that an account thief would make, in the transaction of the change (D150). */
@Injectable()
export class Notices {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** Whether the account was told of this within the last day. */
  wasTold(tx: Transaction, accountId: Long, kind: NoticeKind): Promise<boolean> {
    const since = new Date(this.clock.millis() - DAY);
    return tx.existsBy(OutboxMessage, { accountId, kind, createdAt: MoreThan(since) });
  }

  /**
   * Sends to every address that is confirmed at this time: call it before a removal. Uses automatic channels only:
   * nobody hands over such a message. None is left out; many at once are sent as one message (D336).
   */
  async add(tx: Transaction, accountId: Long, notice: Notice): Promise<void> {
    const { kind, value = '', clientName = '', browser, except = null, byOther = false } = notice;
    const account = await findAccount(tx, accountId);
    if (!account) return;
    const now = this.clock.now();
    const { name, locale } = account;
    const payload = { name, value, clientName, browser, at: now.toISOString(), site: this.config.publicUrl };
    for (const { type, normalized: recipient } of await confirmedAddressesOf(tx, accountId, except)) {
      const channel = type === 'Email' ? 'email' : 'sms';
      if (!this.outbox.hasSender(channel)) continue;
      const message = { kind, accountId, channel, recipient, byOther } as const;
      const until = await heldUntil(tx, message, now);
      await this.outbox.add(tx, { ...message, locale: locale ?? 'en', payload, heldUntil: until });
    }
  }
}
