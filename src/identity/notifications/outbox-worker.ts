import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import { again } from '../../platform/errors/outcome.js';
import { Clock, DAY, MINUTE, SECOND } from '../../platform/security/clock.js';
import { AppLog } from '../../platform/telemetry/log.js';
import { renderMail, renderSms } from './message-texts.js';
import type { OutboxMessage } from './outbox-message.entity.js';
import { Outbox, type MessagePayload } from './outbox.js';
import { MailSender, PermanentRefusal, SEND_LIMIT_MS, SmsSender } from './senders.js';

const POLL_MS = 5 * SECOND;
/** Sends under way at once, for each channel: a mail server that hangs holds up no text message. */
const MOST_AT_ONCE = 20;
const STOP_LIMIT_MS = 5 * SECOND;
const CHANNELS = ['email', 'sms'] as const;
/** Nobody else tries a message that was taken before an attempt of it has surely ended. */
const LEASE_MS = SEND_LIMIT_MS + 40 * SECOND;
const FIRST_RETRY_MS = 30 * SECOND;
const LONGEST_RETRY_MS = 60 * MINUTE;
const GIVE_UP_AFTER_MS = 3 * DAY;

const TAKE = {
  name: 'outbox-take',
  text: `UPDATE outbox_message SET attempts = attempts + 1, next_at = $2
          WHERE id IN (SELECT id FROM outbox_message WHERE next_at <= $1 AND channel = $3
                       ORDER BY next_at LIMIT $4 FOR UPDATE SKIP LOCKED)
         RETURNING id, kind, channel, recipient, locale, payload, attempts, created_at`,
};
const SENT = {
  name: 'outbox-sent',
  text: 'UPDATE outbox_message SET sent_at = $2, next_at = NULL, payload = NULL, last_error = NULL WHERE id = $1',
};
const FAILED = {
  name: 'outbox-failed',
  text: 'UPDATE outbox_message SET next_at = $2, last_error = $3 WHERE id = $1',
};

type Taken = Pick<OutboxMessage, 'id' | 'kind' | 'channel' | 'recipient' | 'locale' | 'attempts'> & {
  payload: Buffer;
  created_at: Date;
};

/**
 * Sends what is due, with retry and backoff. A message is taken for a while rather than locked, so that no database
 * connection waits for a mail server; several nodes never take the same one (D26).
 */
@Injectable()
export class OutboxWorker {
  private timer: NodeJS.Timeout | null = null;
  private readonly underWay = { email: new Set<Promise<void>>(), sms: new Set<Promise<void>>() };
  private isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly mails: MailSender,
    private readonly sms: SmsSender,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    private readonly log: AppLog,
  ) {}

  onApplicationBootstrap(): void {
    this.outbox.arrivals.on('message', () => void this.run());
    this.timer = setInterval(() => void this.run(), POLL_MS).unref();
  }

  /** What is being sent is finished, if it does not hang; the rest waits for the next start or another node. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearInterval(this.timer);
    await Promise.race([Promise.all(this.sending()), setTimeout(STOP_LIMIT_MS, undefined, { ref: false })]);
  }

  /** Sends what is due; ends when nothing is under way any more. Several runs at once take different messages. */
  async run(): Promise<void> {
    await Promise.all(CHANNELS.map((channel) => this.runChannel(channel)));
    await Promise.all(this.sending());
  }

  private sending(): Promise<void>[] {
    return CHANNELS.flatMap((channel) => [...this.underWay[channel]]);
  }

  private async runChannel(channel: (typeof CHANNELS)[number]): Promise<void> {
    const underWay = this.underWay[channel];
    const room = MOST_AT_ONCE - underWay.size;
    if (this.isStopped || room <= 0) return; // whoever is done looks for more
    const taken = await this.take(channel, room);
    await Promise.all(taken.map((message) => this.track(underWay, this.send(message))));
    if (taken.length > 0) await this.runChannel(channel);
  }

  private async take(channel: string, room: number): Promise<Taken[]> {
    const now = this.clock.millis();
    try {
      return await this.database.query<Taken>(TAKE, [new Date(now), new Date(now + LEASE_MS), channel, room]);
    } catch (cause) {
      this.log.pino.warn({ cause: String(cause) }, 'the outbox could not be read; it is tried again');
      return [];
    }
  }

  private track(underWay: Set<Promise<void>>, sending: Promise<void>): Promise<void> {
    const tracked = sending
      .catch((cause: unknown) =>
        this.log.pino.warn({ cause: String(cause) }, 'a message could not be marked; it is tried again'),
      )
      .finally(() => underWay.delete(tracked));
    underWay.add(tracked);
    return tracked;
  }

  private async send(message: Taken): Promise<void> {
    const { id, kind, channel, attempts } = message;
    try {
      await this.deliver(message, this.outbox.open(message.payload));
    } catch (cause) {
      const nextAt = this.retryAt(message, cause);
      const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, 500);
      await again(() => this.database.query(FAILED, [id, nextAt, reason]));
      this.log.pino.warn(
        { message: id, kind, channel, attempts, reason, willRetry: nextAt !== null },
        'message not sent',
      );
      return;
    }
    await again(() => this.database.query(SENT, [id, this.clock.now()]));
    this.log.pino.info({ message: id, kind, channel, attempts }, 'message sent');
  }

  private async deliver(
    { id, kind, channel, recipient, locale }: Taken,
    payload: MessagePayload,
  ): Promise<void> {
    if (channel === 'sms') return this.sms.send(id, recipient, renderSms(kind, locale, payload));
    const messageId = `<hearth-${id}@${new URL(this.config.publicUrl).hostname}>`;
    await this.mails.send({ messageId, to: recipient, ...renderMail(kind, locale, payload) });
  }

  /** Half a minute, doubled up to an hour; given up when refused for good or after three days. */
  private retryAt({ attempts, created_at: createdAt }: Taken, cause: unknown): Date | null {
    const now = this.clock.millis();
    if (cause instanceof PermanentRefusal || now - createdAt.getTime() > GIVE_UP_AFTER_MS) return null;
    return new Date(now + Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS));
  }
}
