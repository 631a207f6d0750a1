import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ExportedWebhook } from '../../oauth/webhooks/webhook-entry.js';
import { WebhookStore } from '../../oauth/webhooks/webhook-store.js';
import type { Webhook } from '../../oauth/webhooks/webhook.entity.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { invalid } from '../../platform/errors/problem-error.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import type { ConfigurationDocument } from './configuration.args.js';
import type { ConfigurationChange } from './configuration.view.js';
import type { FoundProblems } from '../../platform/errors/found-problems.js';

interface Wanted {
  readonly document: ConfigurationDocument;
  /** Clients that were not written. Their webhooks are not checked. */
  readonly refused: ReadonlySet<string>;
  readonly problems: FoundProblems;
}

/** Exports webhooks, and applies their changes of an import. */
@Injectable()
export class ConfigurationWebhooks {
  constructor(private readonly store: WebhookStore) {}

  async read(tx: EntityManager): Promise<Pick<ConfigurationDocument, 'webhooks'>> {
    return { webhooks: await this.store.exported(tx) };
  }

  /** @throws ProblemError */
  async apply(
    tx: Transaction,
    changes: readonly ConfigurationChange[],
    { document: { webhooks = [] }, refused, problems }: Wanted,
    by: Administrator,
  ): Promise<void> {
    for (const { name, action } of changes) {
      const row = await this.store.find(tx, name);
      if (action === 'delete') {
        if (row) await this.store.remove(tx, row, actorOf(by));
        continue;
      }
      const wanted = webhooks.find(({ id }) => id === name) as ExportedWebhook;
      if (refused.has(wanted.clientId)) continue;
      const path = `webhooks.${name}`;
      const work = row
        ? this.change(tx, row, wanted, path, by)
        : this.store.restore(tx, wanted, path, actorOf(by));
      await problems.in(work);
    }
  }

  private async change(
    tx: Transaction,
    row: Webhook,
    wanted: ExportedWebhook,
    path: string,
    by: Administrator,
  ): Promise<void> {
    const clientId = await this.store.clientOf(tx, wanted, path);
    const message = 'can’t be changed: delete it first';
    if (row.clientId !== clientId) throw invalid([{ field: `${path}.clientId`, message }]);
    const sealed = this.store.sealedIn(wanted, path);
    await this.store.update(tx, row, wanted, actorOf(by));
    if (sealed && !sealed.equals(row.sealedSecret)) await this.store.setSecret(tx, row, sealed, actorOf(by));
  }
}
