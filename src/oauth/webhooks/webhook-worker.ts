import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { MINUTE, SECOND } from '../../platform/security/clock.js';
import { AppLog } from '../../platform/telemetry/log.js';
import { inSpan } from '../../platform/tracing.js';
import { EventSpreader } from './event-spreader.js';
import type { TakenDelivery } from './taken-delivery.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookHearers } from './webhook-hearers.js';
import { isSuccess, WebhookSender } from './webhook-sender.js';

/** Events are written by the database, so they are looked for: a receiver hears within half a second. */
const LOOK_EVERY_MS = 200;
const GIVE_UP_EVERY_MS = MINUTE;
const STOP_LIMIT_MS = 5 * SECOND;

/** Spreads events and sends what is due, on every node. Nothing waits for a receiver but what is sent to it. */
@Injectable()
export class WebhookWorker {
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly sending = new Set<Promise<void>>();
  private readonly busy = new Map<string, number>();
  private looking: Promise<void> | null = null;
  private isAskedAgain = false;
  private isStopped = false;

  constructor(
    private readonly hearers: WebhookHearers,
    private readonly spreader: EventSpreader,
    private readonly deliveries: WebhookDeliveries,
    private readonly sender: WebhookSender,
    private readonly log: AppLog,
  ) {}

  onApplicationBootstrap(): void {
    this.timers.push(
      setInterval(() => void this.lookIfNeeded(), LOOK_EVERY_MS).unref(),
      setInterval(() => void this.quietly(() => this.deliveries.giveUp()), GIVE_UP_EVERY_MS).unref(),
    );
  }

  /** Waits for what is being sent, within a limit; the rest is left for the next start or another node. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await this.looking;
    await Promise.race([Promise.all(this.sending), setTimeout(STOP_LIMIT_MS, undefined, { ref: false })]);
  }

  /** Spreads and sends all that is due; resolves when nothing is being sent any more. */
  async run(): Promise<void> {
    do {
      await this.look();
      await Promise.all(this.sending);
    } while (this.sending.size > 0 || this.looking !== null);
  }

  /** Where no webhook is on, no statement is sent. */
  private lookIfNeeded(): Promise<void> {
    return this.quietly(async () => {
      if (await this.hearers.isAnyEnabled()) await this.look();
    });
  }

  /** One look at a time; who asks meanwhile has another one follow. */
  private look(): Promise<void> {
    this.isAskedAgain = true;
    this.looking ??= this.lookOnAndOn().finally(() => (this.looking = null));
    return this.looking;
  }

  private async lookOnAndOn(): Promise<void> {
    while (this.isAskedAgain && !this.isStopped) {
      this.isAskedAgain = false;
      await this.quietly(async () => {
        await this.spreader.run();
        for (const delivery of await this.deliveries.take(this.busy)) this.start(delivery);
      });
    }
  }

  private start(delivery: TakenDelivery): void {
    const { webhookId, kind, attempts } = delivery;
    this.busy.set(webhookId, (this.busy.get(webhookId) ?? 0) + 1);
    const sending = this.quietly(() =>
      inSpan('webhook send', { kind, attempts }, () => this.send(delivery)),
    ).then(() => {
      const left = (this.busy.get(webhookId) ?? 1) - 1;
      if (left === 0) this.busy.delete(webhookId);
      else this.busy.set(webhookId, left);
      this.sending.delete(sending);
      void this.look();
    });
    this.sending.add(sending);
  }

  private async send(delivery: TakenDelivery): Promise<void> {
    const answer = await this.sender.send(delivery);
    if (isSuccess(answer)) return this.deliveries.noteSuccess(delivery, answer);
    const nextAt = await this.deliveries.noteFailure(delivery, answer);
    const { webhookId: webhook, messageId: message, kind, attempts } = delivery;
    const { status, durationMs } = answer;
    this.log.pino.info(
      { webhook, message, kind, attempts, status, durationMs, willRetry: nextAt !== null },
      'a webhook was not delivered',
    );
  }

  /** What fails here is tried again: a delivery when its reservation is over, the rest at the next look. */
  private async quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (cause) {
      this.log.pino.warn({ cause: String(cause) }, 'webhooks were not looked after; it is tried again');
    }
  }
}
