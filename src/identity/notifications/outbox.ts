import { Injectable } from '@nestjs/common';
import { EventEmitter } from 'node:events';
import { AppConfig } from '../../platform/config/app-config.js';
import type { UserAgent } from '../sign-ins/user-agent.js';
import type { Long } from '../../platform/operations/long.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Clock } from '../../platform/security/clock.js';
import { Sealer } from '../../platform/security/sealer.js';
import { AppLog } from '../../platform/telemetry/log.js';
import {
  OutboxMessage,
  OUTBOX_CONTEXT,
  type Channel,
  type MessageKind,
  type PersonalChannel,
} from './outbox-message.entity.js';

/** Data of a message to a person; its text is rendered when it is sent, in the account's locale. */
export type MessagePayload = LinkPayload | NoticePayload;

export interface LinkPayload {
  readonly link: string;
  /** Name of the person. */
  readonly name: string;
  readonly familyName: string | null;
  /** The client or member that invited, or the service. */
  readonly clientName: string;
  /** It is a member's name, as the member typed it; absent in messages of earlier versions. */
  readonly isByMember?: boolean;
  /** The number of the client whose branding the message has; absent in messages of earlier versions. */
  readonly clientId?: Long | null;
  readonly familyId?: Long | null;
  /** When the link ends: ISO 8601. */
  readonly endsAt?: string;
  /** The further payer of a text message. */
  readonly textBy?: TextPayer;
}

/**
 * paid: budgets were spent when the message was requested; else they are spent before it is sent, also the network's if
 * it is known.
 */
export type TextPayer = 'paid' | { readonly network: string } | null;

export interface NoticePayload {
  /** Name of the person. */
  readonly name: string;
  /** The address or partner that changed; empty if none. */
  readonly value: string;
  /** The client that asks for it; empty if none. */
  readonly clientName: string;
  /** Time of the change: ISO 8601. */
  readonly at: string;
  /** The time zone in which the time is shown; absent in messages of earlier versions: UTC. */
  readonly timeZone?: string;
  /** Our own address. */
  readonly site: string;
  /** A link that stops it (D341); null, or absent: none. */
  readonly stop?: string | null;
  /**
   * The browser that signed in, by names that no stranger chose, and its network; absent: the notice is not about a
   * browser.
   */
  readonly browser?: UserAgent;
}

/** The claims of a logout token (OpenID Connect Back-Channel Logout 1.0); it is signed when it is sent. */
export interface LogoutPayload {
  readonly clientId: string;
  readonly sub: Long;
  readonly sid: string;
  readonly jti: string;
}

interface Addressed {
  readonly recipient: string;
  readonly locale: string;
}

interface MessageToPerson extends Addressed {
  readonly kind: MessageKind;
  readonly accountId: Long;
  readonly channel: PersonalChannel;
  readonly payload: MessagePayload;
  /** Absent, or null: it is sent at once. */
  readonly heldUntil?: Date | null;
  readonly byOther?: boolean;
}

interface MessageToClient extends Addressed {
  readonly kind: 'logout';
  readonly accountId: null;
  readonly channel: 'backchannel';
  readonly payload: LogoutPayload;
  readonly heldUntil?: null;
}

type NewMessage = MessageToPerson | MessageToClient;

/** Stores messages in the transaction that they belong to: none is lost, and none is sent after a rollback (D26). */
@Injectable()
export class Outbox {
  /** Notifies the worker of this node that a message may be due. */
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
    const sealed = this.sealer.seal('message', Buffer.from(JSON.stringify(payload)), OUTBOX_CONTEXT);
    const nextAt = this.hasSender(message.channel) ? (message.heldUntil ?? now) : null;
    await tx.insert(OutboxMessage, { ...message, payload: sealed, createdAt: now, nextAt });
    if (nextAt !== null) this.sendAfter(tx);
    if (nextAt === null && 'link' in payload) this.showInDemo(message, payload);
  }

  /** Notifies the worker after the commit. */
  sendAfter(tx: Transaction): void {
    tx.afterCommit(this.wake);
  }

  /** The public address of the server, which messages name. */
  get site(): string {
    return this.config.publicUrl;
  }

  open<P extends MessagePayload | LogoutPayload = MessagePayload>(sealed: Buffer): P {
    return JSON.parse(this.sealer.open('message', sealed, OUTBOX_CONTEXT).toString()) as P;
  }

  /** Whether messages of this channel are sent automatically; others wait for an administrator. */
  hasSender(channel: Channel): boolean {
    if (channel === 'email') return this.config.smtpUrl !== null;
    if (channel === 'sms') return this.config.smsGatewayUrl !== null;
    return channel === 'backchannel';
  }

  /** A demo without a mail server needs the link to go on; in production links are never logged. */
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
