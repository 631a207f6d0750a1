import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { Database } from '../../platform/database/database.js';
import { again } from '../../platform/errors/outcome.js';
import { Clock, DAY, MINUTE, SECOND } from '../../platform/security/clock.js';
import { AppLog } from '../../platform/telemetry/log.js';
import { inSpan } from '../../platform/tracing.js';
import { MessageDelivery, type Due } from './message-delivery.js';
import { isWith } from './notice-pace.js';
import { Outbox } from './outbox.js';
import { AwaitsBudget, PermanentRefusal, SEND_LIMIT_MS, SendLater } from './senders.js';

const POLL_MS = 5 * SECOND;
/** Concurrent sends of each channel: a mail server that hangs delays no text message. */
const MOST_AT_ONCE = 20;
const STOP_LIMIT_MS = 5 * SECOND;
const CHANNELS = ['email', 'sms', 'backchannel'] as const;
type Sent = (typeof CHANNELS)[number];
/** How long a message is reserved: no other node tries it before this attempt has certainly ended. */
const LEASE_MS = SEND_LIMIT_MS + 40 * SECOND;
const FIRST_RETRY_MS = 30 * SECOND;
const LONGEST_RETRY_MS = 60 * MINUTE;
const GIVE_UP_AFTER_MS = 3 * DAY;
const MOST_COUNTED = 1000;

const TAKE = {
  name: 'outbox-take',
  text: `UPDATE outbox_message SET attempts = attempts + 1, next_at = $2
          WHERE id IN (SELECT id FROM outbox_message m WHERE next_at <= $1 AND channel = $3
                          AND (held_until IS NULL OR NOT EXISTS (
                            SELECT FROM outbox_message e WHERE ${isWith('e', 'm')} AND e.next_at IS NOT NULL AND e.id < m.id))
                       ORDER BY next_at LIMIT $4 FOR UPDATE SKIP LOCKED)
         RETURNING id, kind, channel, account_id, recipient, locale, payload, attempts, created_at, held_until`,
};
/**
 * Takes the messages that are sent with $1, the first of them, which is reserved: they are no longer sent separately.
 */
const TAKE_WITH = {
  name: 'outbox-take-with',
  text: `UPDATE outbox_message m SET next_at = $3 FROM outbox_message e
          WHERE e.id = $1 AND ${isWith('m', 'e')} AND m.id <> e.id AND m.next_at <= $2
         RETURNING m.id, m.payload`,
};
const SENT = {
  name: 'outbox-sent',
  text: 'UPDATE outbox_message SET sent_at = $2, next_at = NULL, payload = NULL, last_error = NULL WHERE id = ANY($1::bigint[])',
};
const FAILED = {
  name: 'outbox-failed',
  text: 'UPDATE outbox_message SET next_at = $2, last_error = $3, attempts = attempts - $4 WHERE id = ANY($1::bigint[])',
};
/**
 * Without logout tokens: a client's server that refuses them is not the operator's problem. An index has exactly these
 * rows.
 */
const RETRYING = {
  name: 'outbox-retrying',
  text: `SELECT count(*)::int AS count FROM (
           SELECT FROM outbox_message WHERE next_at IS NOT NULL AND attempts > 0 AND channel <> 'backchannel' LIMIT ${MOST_COUNTED}) few`,
};

type Taken = Due & { readonly held_until: Date | null };

/**
 * Sends due messages, with retry and backoff. A message is reserved for a while instead of locked, so that no database
 * connection waits for a mail server; no two nodes reserve the same one (D26). Held messages are sent as one, with the
 * first of them (D336).
 */
@Injectable()
export class OutboxWorker {
  private timer: NodeJS.Timeout | null = null;
  private readonly underWay: Readonly<Record<Sent, Set<Promise<void>>>> = {
    email: new Set(),
    sms: new Set(),
    backchannel: new Set(),
  };
  private isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly delivery: MessageDelivery,
    private readonly clock: Clock,
    private readonly log: AppLog,
  ) {}

  onApplicationBootstrap(): void {
    this.outbox.arrivals.on('message', () => void this.run());
    this.timer = setInterval(() => void this.run(), POLL_MS).unref();
  }

  /** Waits for sends in progress, within their limit; the rest is left for the next start or another node. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearInterval(this.timer);
    await Promise.race([Promise.all(this.sending()), setTimeout(STOP_LIMIT_MS, undefined, { ref: false })]);
  }

  /** Sends due messages; resolves when none is in progress. Concurrent runs reserve different messages. */
  async run(): Promise<void> {
    await Promise.all(CHANNELS.map((channel) => this.runChannel(channel)));
    await Promise.all(this.sending());
  }

  /** How many messages to people are being retried; `MOST_COUNTED` means as many or more. */
  async retrying(): Promise<number> {
    const [{ count }] = await this.database.query<{ count: number }>(RETRYING, []);
    return count;
  }

  private sending(): Promise<void>[] {
    return CHANNELS.flatMap((channel) => [...this.underWay[channel]]);
  }

  private async runChannel(channel: Sent): Promise<void> {
    const underWay = this.underWay[channel];
    const room = MOST_AT_ONCE - underWay.size;
    if (this.isStopped || room <= 0) return; // a finished attempt looks for more
    const taken = await this.take(channel, room);
    await Promise.all(taken.map((message) => this.track(underWay, this.sendTraced(message))));
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

  private takeWith(id: string): Promise<{ id: string; payload: Buffer }[]> {
    const now = this.clock.millis();
    return this.database.query(TAKE_WITH, [id, new Date(now), new Date(now + LEASE_MS)]);
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

  private sendTraced(message: Taken): Promise<void> {
    const { kind, channel, attempts } = message;
    return inSpan('outbox send', { kind, channel, attempts }, () => this.send(message));
  }

  private async send(message: Taken): Promise<void> {
    const { id, kind, channel, attempts } = message;
    const along = message.held_until === null ? [] : await this.takeWith(id);
    const ids = [id, ...along.map((one) => one.id)];
    try {
      await this.delivery.deliver(
        message,
        along.map(({ payload }) => payload),
      );
    } catch (cause) {
      const nextAt = this.retryAt(message, cause);
      const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, 500);
      const untried = cause instanceof AwaitsBudget ? 1 : 0;
      await again(() => this.database.query(FAILED, [ids, nextAt, reason, untried]));
      this.log.pino.warn(
        { message: id, kind, channel, attempts, reason, willRetry: nextAt !== null },
        'message not sent',
      );
      return;
    }
    await again(() => this.database.query(SENT, [ids, this.clock.now()]));
    this.log.pino.info({ message: id, kind, channel, attempts, with: along.length }, 'message sent');
  }

  /**
   * Returns the time of the next attempt: after half a minute, doubled up to an hour, or as long as the receiver asks
   * for; null after a permanent refusal or three days.
   */
  private retryAt({ attempts, created_at: createdAt }: Taken, cause: unknown): Date | null {
    const now = this.clock.millis();
    if (cause instanceof PermanentRefusal || now - createdAt.getTime() > GIVE_UP_AFTER_MS) return null;
    const wait = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
    return new Date(now + Math.max(wait, cause instanceof SendLater ? cause.afterMs : 0));
  }
}
