import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { WebhookLists, stateOfDelivery, type ListedDelivery } from '../../oauth/webhooks/webhook-lists.js';
import { WebhookStore, REPLAYED_AT_ONCE } from '../../oauth/webhooks/webhook-store.js';
import type { Webhook } from '../../oauth/webhooks/webhook.entity.js';
import { WEBHOOK_FIELDS } from '../../oauth/webhooks/webhook.fields.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { followUp } from '../../platform/errors/outcome.js';
import { invalid, notFound, ProblemError } from '../../platform/errors/problem-error.js';
import { membersOf } from '../../platform/records/members.js';
import { ClientLookup } from '../clients/client-lookup.js';
import type { Administrator } from '../shell/access/administrator.js';
import type { Editor } from '../shell/access/editor.js';
import { actorOf } from '../shell/actor-of.js';
import { requireMatch } from '../shell/etag.js';
import type { NewWebhookBody, WebhookChange, DeliveryQuery } from './webhook.args.js';
import type { WebhookSecretView, WebhookView, DeliveryView, ReplayView } from './webhook.view.js';
import { Problems } from '../../platform/errors/problems.js';
import { isLong } from '../../platform/operations/long.js';
import { SECOND } from '../../platform/security/clock.js';
import { keyIn, PAGE_LIMIT, pageOf, requireId, type ListPage } from '../shell/paging.js';

/** How long one request replays deliveries. */
const REPLAY_MS = 3 * SECOND;

/** Lists and changes webhooks (D275), shows what was sent to them and what they answered, and sends it again. */
@Injectable()
export class Webhooks {
  constructor(
    private readonly database: Database,
    private readonly store: WebhookStore,
    private readonly lists: WebhookLists,
    private readonly clients: ClientLookup,
  ) {}

  list(clientId: string | null): Promise<WebhookView[]> {
    return this.lists.webhooks(clientId);
  }

  /** @throws ProblemError notFound */
  async get(id: string): Promise<WebhookView> {
    const found = isUUID(id) ? await this.lists.webhook(id) : null;
    if (!found) throw notFound(`webhook ${JSON.stringify(id)}`);
    return found;
  }

  /** @throws ProblemError invalid where there is no such client */
  async create({ clientId, ...asked }: NewWebhookBody, by: Administrator): Promise<WebhookSecretView> {
    const { webhook, secret } = await this.database.transaction(async (tx) => {
      const client = await this.clients.find(clientId, tx).catch((cause: unknown) => {
        if (!(cause instanceof ProblemError)) throw cause;
        throw invalid([{ field: 'clientId', message: 'must be the client_id of a client' }]);
      });
      return this.store.create(tx, client.id, asked, actorOf(by));
    });
    return { ...(await followUp(this.get(webhook.id))), secret };
  }

  /** @throws ProblemError notFound, preconditionFailed */
  async update(id: string, change: WebhookChange, by: Editor): Promise<WebhookView> {
    await this.changing(id, by, (tx, row) => this.store.update(tx, row, change, actorOf(by)));
    return followUp(this.get(id));
  }

  /** The previous secret signs too for a day. */
  async renewSecret(id: string, by: Editor): Promise<WebhookSecretView> {
    const work = (tx: Transaction, row: Webhook) => this.store.renewSecret(tx, row, actorOf(by));
    const { secret } = await this.changing(id, by, work);
    return { ...(await followUp(this.get(id))), secret };
  }

  remove(id: string, by: Editor): Promise<void> {
    return this.changing(id, by, (tx, row) => this.store.remove(tx, row, actorOf(by)));
  }

  /** The deliveries of a webhook, newest first. @throws ProblemError notFound */
  async deliveries(
    webhookId: string,
    { state, after, limit = PAGE_LIMIT }: DeliveryQuery,
  ): Promise<ListPage<DeliveryView>> {
    const { id } = await this.get(webhookId);
    const [last = null] = keyIn(after, 1)?.map(requireId) ?? [];
    const found = await this.lists.deliveries(id, state ?? null, last, limit + 1);
    return pageOf(found.map(toDeliveryView), limit, (delivery) => [delivery.id]);
  }

  /** @throws ProblemError notFound */
  async delivery(webhookId: string, id: string): Promise<DeliveryView> {
    const webhook = await this.get(webhookId);
    const found = isLong(id) ? await this.lists.delivery(webhook.id, id) : null;
    if (!found) throw notFound(`delivery ${JSON.stringify(id)} of this webhook`);
    return toDeliveryView(found);
  }

  /** Sends a test event without content. @throws ProblemError notFound; conflict while the webhook is disabled */
  test(webhookId: string, by: Administrator): Promise<void> {
    return this.sending(webhookId, (tx, webhook) => this.store.test(tx, webhook, actorOf(by)));
  }

  /** Sends a finished delivery again. @throws ProblemError notFound; conflict if it is still being tried */
  async replay(webhookId: string, id: string, by: Administrator): Promise<DeliveryView> {
    await this.delivery(webhookId, id);
    await this.sending(webhookId, async (tx, webhook) => {
      const replayed = await this.store.replay(tx, webhook, id, actorOf(by));
      if (replayed === 0)
        throw new ProblemError(Problems.conflict, 'It is still being sent. Wait for the next attempt.');
    });
    return followUp(this.delivery(webhookId, id));
  }

  /** Sends failed deliveries again, for as long as a request may take. @throws ProblemError as `test` */
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

  private changing<T>(
    id: string,
    by: Editor,
    work: (tx: Transaction, row: Webhook) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      const row = isUUID(id) ? await this.store.find(tx, id) : null;
      if (!row) throw notFound(`webhook ${JSON.stringify(id)}`);
      requireMatch(by, versionOfWebhook(row));
      return work(tx, row);
    });
  }

  private async sending<T>(
    webhookId: string,
    work: (tx: Transaction, webhook: Webhook) => Promise<T>,
  ): Promise<T> {
    const { id, isClientDisabled } = await this.get(webhookId);
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

/** The state that the ETag covers: what two administrators could overwrite of each other. */
export function versionOfWebhook(of: object): object {
  const { previousEndsAt } = of as Pick<Webhook, 'previousEndsAt'>;
  return { ...membersOf(WEBHOOK_FIELDS, of), previousEndsAt };
}

function toDeliveryView(delivery: ListedDelivery): DeliveryView {
  const { id, messageId, kind, subject, sequence, data, occurredAt, attempts } = delivery;
  const { triedAt, nextAt, deliveredAt, status, answer, durationMs } = delivery;
  return {
    ...{ id, messageId: `msg_${messageId}`, state: stateOfDelivery(delivery), type: kind, subject },
    ...{ sequence: Number(sequence), data, occurredAt, attempts },
    ...{ triedAt, nextAt, deliveredAt, status, answer, durationMs },
  };
}
