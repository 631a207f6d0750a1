import { Injectable } from '@nestjs/common';
import { EventEmitter } from 'node:events';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Long } from '../../platform/operations/long.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Clock } from '../../platform/security/clock.js';
import { Sealer } from '../../platform/security/sealer.js';
import { AppLog } from '../../platform/telemetry/log.js';
import { OutboxMessage, type Channel, type MessageKind } from './outbox-message.entity.js';

/** What a message says; its text is made when it is sent, in the account's locale. */
export type MessagePayload = LinkPayload | NoticePayload;

export interface LinkPayload {
  readonly link: string;
  /** Name of the person. */
  readonly name: string;

  readonly familyName: string | null;
  /** The client that invited. */
  readonly clientName: string;
}

export interface NoticePayload {
  /** Name of the person. */
  readonly name: string;
  /** The address or partner that it is about; empty where it is about none. */
  readonly value: string;
  /** The client that asks for it; empty where none does. */
  readonly clientName: string;
  /** When it was changed: ISO 8601. */
  readonly at: string;
  /** Where: our own address. */
  readonly site: string;
}

export interface NewMessage {
  readonly kind: MessageKind;
  readonly accountId: Long;
  readonly channel: Channel;
  readonly recipient: string;
  readonly locale: string;
  readonly payload: MessagePayload;
}

const CONTEXT = Buffer.from('outbox');

/** Takes messages in the transaction of what they tell: nothing lost, nothing sent for what was rolled back (D26). */
@Injectable()
export class Outbox {
  /** Tells the worker of this node that something may be due. */
  readonly arrivals = new EventEmitter();
  private readonly wake = (): boolean => this.arrivals.emit('message');

  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly log: AppLog,
  ) {}

  async add(tx: Transaction, { payload, ...message }: NewMessage): Promise<void> {
    const now = this.clock.now();
    const sealed = this.sealer.seal(Buffer.from(JSON.stringify(payload)), CONTEXT);
    const nextAt = this.hasSender(message.channel) ? now : null;
    await tx.insert(OutboxMessage, { ...message, payload: sealed, createdAt: now, nextAt });
    if (nextAt !== null) this.sendAfter(tx);
    if (nextAt === null && 'link' in payload) this.showInDemo(message, payload);
  }

  /** Something is due once the transaction is committed. */
  sendAfter(tx: Transaction): void {
    tx.afterCommit(this.wake);
  }

  open(sealed: Buffer): MessagePayload {
    return JSON.parse(this.sealer.open(sealed, CONTEXT).toString()) as MessagePayload;
  }

  /** Whether messages of this channel leave by themselves; others wait for an administrator. */
  hasSender(channel: Channel): boolean {
    if (channel === 'email') return this.config.smtpUrl !== null;
    return channel === 'sms' && this.config.smsGatewayUrl !== null;
  }

  /** Without a mail server one could not go on in a demo; in production a link never stands in a log. */
  private showInDemo(
    { kind, recipient }: Pick<NewMessage, 'kind' | 'recipient'>,
    { link }: LinkPayload,
  ): void {
    if (this.config.environment !== 'development') return;
    this.log.pino.info(
      { kind, recipient, link },
      'not sent (no SMTP_URL or SMS_GATEWAY_URL): open the link yourself',
    );
  }
}
