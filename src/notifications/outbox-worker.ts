import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { Database } from '../database/database.js';
import { Clock, DAY, MINUTE, SECOND } from '../security/clock.js';
import { AppLog } from '../telemetry/log.js';
import { renderMail, renderSms } from './message-texts.js';
import type { OutboxMessage } from './outbox-message.entity.js';
import { Outbox, type MessagePayload } from './outbox.js';
import { MailSender, PermanentRefusal, SEND_LIMIT_MS, SmsSender } from './senders.js';

const POLL_MS = 5 * SECOND;
const BATCH = 10;
/** Nobody else tries a message that was taken before an attempt of it has surely ended. */
const LEASE_MS = SEND_LIMIT_MS + 40 * SECOND;
const FIRST_RETRY_MS = 30 * SECOND;
const LONGEST_RETRY_MS = 60 * MINUTE;
const GIVE_UP_AFTER_MS = 3 * DAY;

const TAKE = {
  name: 'outbox-take',
  text: `UPDATE outbox_message SET attempts = attempts + 1, next_at = $2
          WHERE id IN (SELECT id FROM outbox_message WHERE next_at <= $1 ORDER BY next_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
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
  private running: Promise<void> | null = null;
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

  /** What is being sent is finished; the rest waits for the next start or another node. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }

  /** Sends everything that is due; one run at a time. */
  run(): Promise<void> {
    this.running ??= this.sendDue().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async sendDue(): Promise<void> {
    try {
      while (!this.isStopped) {
        const now = this.clock.millis();
        const taken = await this.database.query<Taken>(TAKE, [new Date(now), new Date(now + LEASE_MS)]);
        await Promise.all(taken.map((message) => this.send(message)));
        if (taken.length < BATCH) return;
      }
    } catch (cause) {
      this.log.pino.warn({ cause: String(cause) }, 'the outbox could not be read; it is tried again');
    }
  }

  private async send(message: Taken): Promise<void> {
    const { id, kind, channel, attempts } = message;
    try {
      await this.deliver(message, this.outbox.open(message.payload));
    } catch (cause) {
      const nextAt = this.retryAt(message, cause);
      const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, 500);
      await this.database.query(FAILED, [id, nextAt, reason]);
      this.log.pino.warn(
        { message: id, kind, channel, attempts, reason, willRetry: nextAt !== null },
        'message not sent',
      );
      return;
    }
    await this.database.query(SENT, [id, this.clock.now()]);
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
