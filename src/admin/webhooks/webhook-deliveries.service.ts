import { Injectable } from '@nestjs/common';
import { stateOfDelivery, WebhookLists, type ListedDelivery } from '../../oauth/webhooks/webhook-lists.js';
import { REPLAYED_AT_ONCE, WebhookStore } from '../../oauth/webhooks/webhook-store.js';
import type { Webhook } from '../../oauth/webhooks/webhook.entity.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { followUp } from '../../platform/errors/outcome.js';
import { notFound, ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import { isLong } from '../../platform/operations/long.js';
import { SECOND } from '../../platform/security/clock.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import { keyIn, PAGE_LIMIT, pageOf, requireId, type ListPage } from '../shell/paging.js';
import type { DeliveryQuery } from './webhook.args.js';
import type { DeliveryView, ReplayView } from './webhook.view.js';
import { Webhooks } from './webhooks.service.js';

/** How long one request goes on. */
const REPLAY_MS = 3 * SECOND;

/** Shows what was sent to a webhook and what it answered, and sends it again. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: Webhooks,
    private readonly store: WebhookStore,
    private readonly lists: WebhookLists,
  ) {}

  /** The newest first. @throws ProblemError notFound */
  async list(
    webhookId: string,
    { state, after, limit = PAGE_LIMIT }: DeliveryQuery,
  ): Promise<ListPage<DeliveryView>> {
    const { id } = await this.webhooks.get(webhookId);
    const [last = null] = keyIn(after, 1)?.map(requireId) ?? [];
    const found = await this.lists.deliveries(id, state ?? null, last, limit + 1);
    return pageOf(found.map(toView), limit, (delivery) => [delivery.id]);
  }

  /** @throws ProblemError notFound */
  async get(webhookId: string, id: string): Promise<DeliveryView> {
    const webhook = await this.webhooks.get(webhookId);
    const found = isLong(id) ? await this.lists.delivery(webhook.id, id) : null;
    if (!found) throw notFound(`delivery ${JSON.stringify(id)} of this webhook`);
    return toView(found);
  }

  /** Sends an event that says nothing. @throws ProblemError notFound; conflict while the webhook is disabled */
  test(webhookId: string, by: Administrator): Promise<void> {
    return this.sending(webhookId, (tx, webhook) => this.store.test(tx, webhook, actorOf(by)));
  }

  /** Sends a delivery that is over again. @throws ProblemError notFound; conflict if it is still being tried */
  async replay(webhookId: string, id: string, by: Administrator): Promise<DeliveryView> {
    await this.get(webhookId, id);
    await this.sending(webhookId, async (tx, webhook) => {
      const replayed = await this.store.replay(tx, webhook, id, actorOf(by));
      if (replayed === 0)
        throw new ProblemError(Problems.conflict, 'It is still being sent. Wait for the next attempt.');
    });
    return followUp(this.get(webhookId, id));
  }

  /** Sends again what was given up, for as long as a request may last. @throws ProblemError as `test` */
  async replayFailed(webhookId: string, by: Administrator): Promise<ReplayView> {
    const ends = performance.now() + REPLAY_MS;
    let deliveries = 0;
    let replayed: number;
    do {
      const part = this.sending(webhookId, (tx, webhook) =>
        this.store.replay(tx, webhook, null, actorOf(by)),
      );
      replayed = await (deliveries === 0 ? part : followUp(part));
      deliveries += replayed;
    } while (replayed === REPLAYED_AT_ONCE && performance.now() < ends);
    return { deliveries, isDone: replayed < REPLAYED_AT_ONCE };
  }

  private async sending<T>(
    webhookId: string,
    work: (tx: Transaction, webhook: Webhook) => Promise<T>,
  ): Promise<T> {
    const { id, isClientDisabled } = await this.webhooks.get(webhookId);
    return this.database.transaction(async (tx) => {
      const webhook = await this.store.find(tx, id);
      if (!webhook) throw notFound(`webhook ${JSON.stringify(webhookId)}`);
      if (!webhook.isEnabled || isClientDisabled) {
        const what = webhook.isEnabled ? 'Its client is disabled' : 'The webhook is disabled';
        throw new ProblemError(Problems.conflict, `${what}, so nothing is sent. Enable it first.`);
      }
      return work(tx, webhook);
    });
  }
}

function toView(delivery: ListedDelivery): DeliveryView {
  const { id, messageId, kind, subject, sequence, data, occurredAt, attempts } = delivery;
  const { triedAt, nextAt, deliveredAt, status, answer, durationMs } = delivery;
  return {
    ...{ id, messageId: `msg_${messageId}`, state: stateOfDelivery(delivery), type: kind, subject },
    ...{ sequence: Number(sequence), data, occurredAt, attempts },
    ...{ triedAt, nextAt, deliveredAt, status, answer, durationMs },
  };
}
