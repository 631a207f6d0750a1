import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { WebhookLists } from '../../oauth/webhooks/webhook-lists.js';
import { WebhookStore } from '../../oauth/webhooks/webhook-store.js';
import type { Webhook } from '../../oauth/webhooks/webhook.entity.js';
import { WEBHOOK_FIELDS } from '../../oauth/webhooks/webhook.fields.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { followUp } from '../../platform/errors/outcome.js';
import { invalid, notFound, ProblemError } from '../../platform/errors/problem-error.js';
import { membersOf } from '../../platform/records/members.js';
import { ClientLookup } from '../clients/client-lookup.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import { requireMatch } from '../shell/etag.js';
import type { NewWebhookBody, WebhookChange } from './webhook.args.js';
import type { WebhookSecretView, WebhookView } from './webhook.view.js';

/** Lists and changes webhooks (D275). */
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
  async update(
    id: string,
    change: WebhookChange,
    ifMatch: string | undefined,
    by: Administrator,
  ): Promise<WebhookView> {
    await this.changing(id, ifMatch, (tx, row) => this.store.update(tx, row, change, actorOf(by)));
    return followUp(this.get(id));
  }

  /** The previous secret signs too for a day. */
  async renewSecret(id: string, ifMatch: string | undefined, by: Administrator): Promise<WebhookSecretView> {
    const work = (tx: Transaction, row: Webhook) => this.store.renewSecret(tx, row, actorOf(by));
    const { secret } = await this.changing(id, ifMatch, work);
    return { ...(await followUp(this.get(id))), secret };
  }

  remove(id: string, ifMatch: string | undefined, by: Administrator): Promise<void> {
    return this.changing(id, ifMatch, (tx, row) => this.store.remove(tx, row, actorOf(by)));
  }

  private changing<T>(
    id: string,
    ifMatch: string | undefined,
    work: (tx: Transaction, row: Webhook) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      const row = isUUID(id) ? await this.store.find(tx, id) : null;
      if (!row) throw notFound(`webhook ${JSON.stringify(id)}`);
      requireMatch(ifMatch, stateOf(row));
      return work(tx, row);
    });
  }
}

/** The state that the ETag covers: what two administrators could overwrite of each other. */
export function stateOf(of: object): object {
  const { previousEndsAt } = of as Pick<Webhook, 'previousEndsAt'>;
  return { ...membersOf(WEBHOOK_FIELDS, of), previousEndsAt };
}
