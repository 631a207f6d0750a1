import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { GONE } from './taken-delivery.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import type { Webhook } from './webhook.entity.js';

/** waiting: it is tried, or tried again; failed: it was given up. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What is counted is counted up to here: a receiver that is away for days has a million waiting. */
export const MOST_COUNTED = 1000;

type ListedWebhook = Pick<
  Webhook,
  | 'id'
  | 'url'
  | 'events'
  | 'description'
  | 'isEnabled'
  | 'failures'
  | 'retryAt'
  | 'previousEndsAt'
  | 'createdAt'
> & {
  /** The public id of its client. */
  readonly clientId: string;
  readonly isClientDisabled: boolean;
  readonly waiting: number;
  readonly failed: number;
};

export type ListedDelivery = Omit<WebhookDelivery, 'webhookId' | 'givesUpAt'>;

const counted = (condition: string): string =>
  `(SELECT count(*)::int FROM (SELECT FROM webhook_delivery d WHERE d.webhook_id = w.id AND ${condition} LIMIT ${MOST_COUNTED}) few)`;

const LIST = {
  name: 'webhook-list',
  text: `
  SELECT w.id, c.client_id AS "clientId", c.is_disabled AS "isClientDisabled", w.url, w.events, w.description,
         w.is_enabled AS "isEnabled", w.failures, w.retry_at AS "retryAt", w.previous_ends_at AS "previousEndsAt",
         w.created_at AS "createdAt",
         ${counted('d.next_at IS NOT NULL')} AS waiting,
         ${counted('d.next_at IS NULL AND d.delivered_at IS NULL')} AS failed
    FROM webhook w JOIN client c ON c.id = w.client_id
   WHERE ($1::uuid IS NULL OR w.id = $1) AND ($2::text IS NULL OR c.client_id = $2)
   ORDER BY c.client_id, w.created_at, w.id`,
};

/** An index has just these rows. */
const FAILING = {
  name: 'webhooks-failing',
  text: `SELECT count(*)::int AS count FROM (
           SELECT FROM webhook WHERE is_enabled AND retry_at IS NOT NULL LIMIT ${MOST_COUNTED}) few`,
};

/** Off since their receiver said so: the last delivery that was tried got that answer. */
const GONE_ONES = {
  name: 'webhooks-gone',
  text: `SELECT w.url, c.client_id AS "clientId" FROM webhook w JOIN client c ON c.id = w.client_id
          WHERE NOT w.is_enabled AND (SELECT d.status FROM webhook_delivery d WHERE d.webhook_id = w.id AND d.tried_at IS NOT NULL
                                       ORDER BY d.tried_at DESC LIMIT 1) = ${GONE} ORDER BY w.id LIMIT $1`,
};

const IS_IN: Readonly<Record<DeliveryState, string>> = {
  waiting: 'next_at IS NOT NULL',
  delivered: 'delivered_at IS NOT NULL',
  failed: 'next_at IS NULL AND delivered_at IS NULL',
};
const COLUMNS = `id, message_id AS "messageId", kind, subject, sequence, data, occurred_at AS "occurredAt", attempts,
  next_at AS "nextAt", delivered_at AS "deliveredAt", forget_at AS "forgetAt", status, answer, duration_ms AS "durationMs",
  tried_at AS "triedAt"`;
const ONE_DELIVERY = {
  name: 'webhook-delivery',
  text: `SELECT ${COLUMNS} FROM webhook_delivery WHERE webhook_id = $1 AND id = $2`,
};

/** Webhooks with how they are, and their deliveries. */
@Injectable()
export class WebhookLists {
  constructor(private readonly database: Database) {}

  /** The webhooks of one client, by its public id, or all. */
  webhooks(clientId: string | null): Promise<ListedWebhook[]> {
    return this.query<ListedWebhook>(LIST, [null, clientId]);
  }

  async webhook(id: string): Promise<ListedWebhook | null> {
    const [found = null] = await this.query<ListedWebhook>(LIST, [id, null]);
    return found;
  }

  /** How many are on, and failing; `MOST_COUNTED` stands for as many or more. */
  async failing(): Promise<number> {
    const [{ count }] = await this.query<{ count: number }>(FAILING, []);
    return count;
  }

  /** The webhooks that their receivers ended by 410. */
  gone(limit: number): Promise<Pick<ListedWebhook, 'url' | 'clientId'>[]> {
    return this.query(GONE_ONES, [limit]);
  }

  /** The newest first. @param before null: from the newest on */
  deliveries(
    webhookId: string,
    state: DeliveryState | null,
    before: Long | null,
    limit: number,
  ): Promise<ListedDelivery[]> {
    const condition = state === null ? '' : ` AND ${IS_IN[state]}`;
    const text = `SELECT ${COLUMNS} FROM webhook_delivery WHERE webhook_id = $1${condition}
                     AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`;
    return this.query<ListedDelivery>({ name: '', text }, [webhookId, before, limit]);
  }

  async delivery(webhookId: string, id: Long): Promise<ListedDelivery | null> {
    const [found = null] = await this.query<ListedDelivery>(ONE_DELIVERY, [webhookId, id]);
    return found;
  }

  private query<Row extends object>(statement: { name: string; text: string }, values: unknown[]) {
    return this.database.query<Row & Record<string, unknown>>(statement, values);
  }
}

export function stateOfDelivery({
  nextAt,
  deliveredAt,
}: Pick<ListedDelivery, 'nextAt' | 'deliveredAt'>): DeliveryState {
  if (nextAt) return 'waiting';
  return deliveredAt ? 'delivered' : 'failed';
}
