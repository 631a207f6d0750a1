import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { confirmedAddressesOf } from '../accounts/account-identifiers.js';
import { findAccount } from '../accounts/account-statements.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Long } from '../../platform/operations/long.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import { OutboxMessage, type NoticeKind } from './outbox-message.entity.js';
import { Outbox, type NoticedBrowser } from './outbox.js';

/**
 * Kinds that count against the limit. Proposals have their own limit: otherwise a client could use them to suppress the
 * rest.
 */
const KINDS: readonly NoticeKind[] = [
  'passwordChanged',
  'identifierAdded',
  'identifierRemoved',
  'signInDisowned',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyCloned',
  'partnerConnected',
  'partnerDisconnected',
  'familyLeft',
  'familyHandedOver',
  'handOverStopped',
  'deletionAsked',
  'deletionUndone',
  'secondFactorAdded',
  'secondFactorRemoved',
  'recoveryCodesMade',
  'recoveryCodeUsed',
  'devicePasswordAdded',
  'devicePasswordRemoved',
  'devicePasswordNeeded',
  'recoveryStopped',
  'recoveryDone',
];
/** Told once a day at most, and beside the limit: it is no change. */
const ONCE_A_DAY: ReadonlySet<NoticeKind> = new Set(['newBrowser']);
/** Notices a day: a person with that many has been warned, and text messages cost money. */
const TOLD_A_DAY = 20;

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
   * nobody hands over such a message.
   */
  async add(tx: Transaction, accountId: Long, notice: Notice): Promise<void> {
    const { kind, value = '', clientName = '', browser, except = null } = notice;
    const now = this.clock.now();
    const since = new Date(now.getTime() - DAY);
    const told = { accountId, kind: In(KINDS), createdAt: MoreThan(since) };
    if ((await tx.countBy(OutboxMessage, told)) >= TOLD_A_DAY) return;
    if (ONCE_A_DAY.has(kind) && (await tx.existsBy(OutboxMessage, { ...told, kind }))) return;
    const account = await findAccount(tx, accountId);
    if (!account) return;
    const { name, locale } = account;
    const payload = { name, value, clientName, browser, at: now.toISOString(), site: this.config.publicUrl };
    for (const { type, normalized: recipient } of await confirmedAddressesOf(tx, accountId, except)) {
      const channel = type === 'Email' ? 'email' : 'sms';
      if (!this.outbox.hasSender(channel)) continue;
      await this.outbox.add(tx, {
        kind,
        accountId,
        channel,
        recipient,
        locale: locale ?? 'en',
        payload,
      });
    }
  }
}
