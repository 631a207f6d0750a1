import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import type { AccountIdentifier } from '../accounts/account-identifier.entity.js';
import { confirmedAddressesOf } from '../accounts/account-identifiers.js';
import { readableEmail } from '../accounts/email-address.js';
import { findAccount } from '../accounts/account-statements.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Long } from '../../platform/operations/long.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { timeZoneOf } from '../../platform/pages/time-zones.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import { problemWithTextsTo } from '../accounts/text-reach.js';
import { heldUntil } from './notice-pace.js';
import { OutboxMessage, type NoticeKind } from './outbox-message.entity.js';
import type { UserAgent } from '../sign-ins/user-agent.js';
import { Outbox } from './outbox.js';

/** A change of the ways to sign in to an account. */
interface Notice {
  readonly kind: NoticeKind;
  /** The address or partner that changed. */
  readonly value?: string;
  /** The client that asks for it, or the person who acts. */
  readonly clientName?: string;
  /** The browser that signed in. */
  readonly browser?: UserAgent;
  /** Addresses that don't get the notice: the change itself confirmed them (D150), or they got another message. */
  readonly except?: readonly string[];
  /** Someone else did it: a member of the family, an administrator, a client. */
  readonly byOther?: boolean;
  /** A way in was added, or an address removed: the reader of the mail may stop it (D341). */
  readonly made?: MadeKnown;
}

/** The sign-in on a page in which something was done that a link stops; null: none. */
export interface MadeKnown {
  readonly signInId: Long | null;
  /** The address that was removed; left out: something was added. */
  readonly removed?: AccountIdentifier;
}

/** Makes links that stop what a notice describes. @returns the links by their addresses, normalized */
type StopLinker = (
  tx: Transaction,
  accountId: Long,
  made: MadeKnown,
  about: { readonly kind: NoticeKind; readonly value: string },
) => Promise<ReadonlyMap<string, string>>;

/** Notifies a person of changes that an account thief would make, in the transaction of the change (D150). */
@Injectable()
export class Notices {
  private linker: StopLinker | null = null;

  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** Registers what makes the links that stop what notices describe: a room above this one keeps links. */
  stopBy(linker: StopLinker): void {
    this.linker = linker;
  }

  onApplicationBootstrap(): void {
    if (!this.linker) throw new Error('no module registers how a link stops what a notice tells of');
  }

  /** Whether the account got such a notice within the last day. */
  wasTold(tx: Transaction, accountId: Long, kind: NoticeKind): Promise<boolean> {
    const since = new Date(this.clock.millis() - DAY);
    return tx.existsBy(OutboxMessage, { accountId, kind, createdAt: MoreThan(since) });
  }

  /**
   * Sends to every address that is confirmed now: call it before a removal. Only uses automatic channels: nobody hands
   * over such a message. No notice is dropped; many at once are sent as one message (D336).
   */
  async add(tx: Transaction, accountId: Long, notice: Notice): Promise<void> {
    const { kind, value: told = '', clientName = '', browser, except = [], byOther = false, made } = notice;
    const account = await findAccount(tx, accountId);
    if (!account) return;
    const now = this.clock.now();
    const { name, locale } = account;
    const value = readableEmail(told);
    const when = { at: now.toISOString(), timeZone: timeZoneOf(account) };
    const payload = { name, value, clientName, browser, ...when, site: this.config.publicUrl };
    const recipients = await confirmedAddressesOf(tx, accountId, except);
    const isLinked = made !== undefined && this.outbox.hasSender('email');
    const stops = isLinked ? await this.linker?.(tx, accountId, made, { kind, value }) : undefined;
    for (const { type, normalized: recipient } of recipients) {
      const channel = type === 'Email' ? 'email' : 'sms';
      if (!this.outbox.hasSender(channel)) continue;
      // A number that gets no text messages gets no notice; the other addresses do.
      if (channel === 'sms' && problemWithTextsTo(recipient, this.config.smsCountries) !== null) continue;
      const message = { kind, accountId, channel, recipient, byOther } as const;
      const until = await heldUntil(tx, message, now);
      const stop = stops?.get(recipient) ?? null;
      const sent = { ...message, locale: locale ?? 'en', heldUntil: until };
      await this.outbox.add(tx, { ...sent, payload: { ...payload, stop } });
    }
  }
}
