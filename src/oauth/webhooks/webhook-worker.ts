import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { AppConfig } from '../../platform/config/app-config.js';
import { Clock, MINUTE, SECOND } from '../../platform/security/clock.js';
import { OutsideFetchError, postOutside } from '../../platform/security/outside-fetch.js';
import { Sealer } from '../../platform/security/sealer.js';
import { AppLog } from '../../platform/telemetry/log.js';
import { oneAtATime } from '../../platform/one-at-a-time.js';
import { inSpan } from '../../platform/tracing.js';
import { VERSION } from '../../platform/version.js';
import { EventSpreader } from './event-spreader.js';
import { GONE, WEBHOOK_LIMIT_MS, type TakenDelivery, type WebhookAnswer } from './taken-delivery.js';
import { bodyOf } from './webhook-body.js';
import { MOST_AT_ONCE, WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookHearers } from './webhook-hearers.js';
import { signatureHeaders } from './webhook-signature.js';
import { webhookContext } from './webhook.entity.js';

/** Events are written by the database, so they are looked for: a receiver hears within half a second. */
const LOOK_EVERY_MS = 200;
const GIVE_UP_EVERY_MS = MINUTE;
const STOP_LIMIT_MS = 5 * SECOND;
/** How much of a receiver's answer is kept for administrators to read. */
const KEPT_BYTES = 1024;

/** Spreads events and sends what is due, on every node. Nothing waits for a receiver but what is sent to it. */
@Injectable()
export class WebhookWorker {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly sending = new Set<Promise<void>>();
  /** How many deliveries are being sent to each webhook. */
  private readonly busy = new Map<string, number>();
  /** The webhooks that have no room left: more may be waiting. */
  private readonly full = new Set<string>();
  private readonly spreading = oneAtATime(() => this.quietly(() => this.spread()));
  private readonly taking = oneAtATime(() => this.quietly(() => this.take()));
  private isStopped = false;

  constructor(
    private readonly hearers: WebhookHearers,
    private readonly spreader: EventSpreader,
    private readonly deliveries: WebhookDeliveries,
    private readonly config: AppConfig,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly log: AppLog,
  ) {}

  onApplicationBootstrap(): void {
    this.timers.push(
      setInterval(() => void this.quietly(() => this.look()), LOOK_EVERY_MS).unref(),
      setInterval(() => void this.quietly(() => this.deliveries.giveUp()), GIVE_UP_EVERY_MS).unref(),
    );
  }

  /** Waits for what is being sent, within a limit; the rest is left for the next start or another node. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all([this.spreading(), this.taking()]);
    await Promise.race([Promise.all(this.sending), setTimeout(STOP_LIMIT_MS, undefined, { ref: false })]);
  }

  /** Spreads and sends all that is due; resolves when nothing is being sent any more. */
  async run(): Promise<void> {
    let sent: number;
    do {
      await this.spreading();
      await this.taking();
      sent = this.sending.size;
      await Promise.all(this.sending);
    } while (sent > 0);
  }

  /** Sends no statement while no webhook is on. */
  private async look(): Promise<void> {
    if (!(await this.hearers.isAnyEnabled())) return;
    await Promise.all([this.spreading(), this.taking()]);
  }

  /** Spreads events; deliveries are sent meanwhile. */
  private async spread(): Promise<void> {
    let isMore = !this.isStopped;
    while (isMore) {
      isMore = (await this.spreader.run()) && !this.isStopped;
      void this.taking();
    }
  }

  private async take(): Promise<void> {
    if (this.isStopped) return;
    for (const delivery of await this.deliveries.take(this.busy)) this.start(delivery);
  }

  private start(delivery: TakenDelivery): void {
    const { webhookId, kind, attempts } = delivery;
    this.count(webhookId, 1);
    const sending = this.quietly(() =>
      inSpan('webhook send', { kind, attempts }, () => this.send(delivery)),
    ).then(() => {
      this.count(webhookId, -1);
      this.sending.delete(sending);
    });
    this.sending.add(sending);
  }

  /** A webhook that was full gets more as soon as half of its room is free; for all others the regular look is enough. */
  private count(webhookId: string, change: 1 | -1): void {
    const now = (this.busy.get(webhookId) ?? 0) + change;
    if (now === 0) this.busy.delete(webhookId);
    else this.busy.set(webhookId, now);
    if (now >= MOST_AT_ONCE) this.full.add(webhookId);
    else if (now <= MOST_AT_ONCE / 2 && this.full.delete(webhookId)) void this.taking();
  }

  private async send(delivery: TakenDelivery): Promise<void> {
    const answer = await this.post(delivery);
    if (isSuccess(answer)) return this.deliveries.noteSuccess(delivery, answer);
    const nextAt = await this.deliveries.noteFailure(delivery, answer);
    const { webhookId: webhook, messageId: message, kind, attempts } = delivery;
    const { status, durationMs } = answer;
    const details = { webhook, message, kind, attempts, status, durationMs, willRetry: nextAt !== null };
    if (status === GONE)
      this.log.pino.warn(details, 'a webhook was switched off: its receiver is gone (410)');
    else this.log.pino.info(details, 'a webhook was not delivered');
  }

  /** Posts a delivery as Standard Webhooks has it. What the receiver does wrong is the answer; other failures are thrown. */
  private async post(delivery: TakenDelivery): Promise<WebhookAnswer> {
    const since = performance.now();
    const { text, ...answer } = await this.posted(delivery).catch((cause: unknown) => {
      if (!(cause instanceof OutsideFetchError)) throw cause;
      return { status: null, retryAfterMs: 0, text: cause.message };
    });
    // PostgreSQL keeps no NUL in a text.
    return { ...answer, text: text.replaceAll('\0', ''), durationMs: Math.round(performance.now() - since) };
  }

  private posted(delivery: TakenDelivery) {
    const { url, messageId } = delivery;
    const body = bodyOf({ ...delivery, type: delivery.kind });
    const timestamp = Math.floor(this.clock.millis() / SECOND);
    return postOutside(new URL(url), {
      signal: AbortSignal.timeout(WEBHOOK_LIMIT_MS),
      maxBytes: KEPT_BYTES,
      insideNetworks: this.config.jwksInsideNetworks,
      headers: {
        'Content-Type': 'application/json',
        Accept: '*/*',
        'User-Agent': `Hearth/${VERSION}`,
        ...signatureHeaders({ id: `msg_${messageId}`, timestamp, body }, this.secretsOf(delivery)),
      },
      body,
    });
  }

  private secretsOf({ webhookId, sealedSecret, sealedPrevious }: TakenDelivery): Buffer[] {
    const sealed = sealedPrevious === null ? [sealedSecret] : [sealedSecret, sealedPrevious];
    return sealed.map((each) => this.sealer.open('webhook', each, webhookContext(webhookId)));
  }

  /** Failed work is tried again: a delivery when its reservation expires, the rest at the next look. */
  private async quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (cause) {
      this.log.pino.warn({ cause: String(cause) }, 'webhooks were not looked after; it is tried again');
    }
  }
}

/** Any 2xx. */
function isSuccess({ status }: WebhookAnswer): boolean {
  return status !== null && status >= 200 && status <= 299;
}
