import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ExportedWebhook } from '../../oauth/webhooks/webhook-entry.js';
import { WebhookImports } from '../../oauth/webhooks/webhook-imports.js';
import { WebhookStore } from '../../oauth/webhooks/webhook-store.js';
import type { Webhook } from '../../oauth/webhooks/webhook.entity.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { invalid } from '../../platform/errors/problem-error.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import type { ConfigurationDocument } from './configuration.args.js';
import type { ConfigurationChange } from './configuration.view.js';

/** Exports webhooks, and applies their changes of an import. */
@Injectable()
export class ConfigurationWebhooks {
  constructor(
    private readonly store: WebhookStore,
    private readonly imports: WebhookImports,
  ) {}

  async read(tx: EntityManager): Promise<Pick<ConfigurationDocument, 'webhooks'>> {
    return { webhooks: await this.imports.read(tx) };
  }

  /** @throws ProblemError naming the webhook */
  async apply(
    tx: Transaction,
    changes: readonly ConfigurationChange[],
    { webhooks = [] }: ConfigurationDocument,
    by: Administrator,
  ): Promise<void> {
    for (const { name, action } of changes) {
      const row = await this.store.find(tx, name);
      if (action === 'delete') {
        if (row) await this.store.remove(tx, row, actorOf(by));
        continue;
      }
      const wanted = webhooks.find(({ id }) => id === name) as ExportedWebhook;
      const path = `webhooks.${name}`;
      if (!row) await this.imports.create(tx, wanted, path, actorOf(by));
      else await this.change(tx, row, wanted, path, by);
    }
  }

  private async change(
    tx: Transaction,
    row: Webhook,
    wanted: ExportedWebhook,
    path: string,
    by: Administrator,
  ): Promise<void> {
    const client = await this.imports.clientOf(tx, wanted, path);
    const message = 'can’t be changed: delete it first';
    if (row.clientId !== client.id) throw invalid([{ field: `${path}.clientId`, message }]);
    const sealed = this.imports.sealedIn(wanted, path);
    await this.store.update(tx, row, wanted, actorOf(by));
    if (sealed && !sealed.equals(row.sealedSecret)) await this.store.setSecret(tx, row, sealed, actorOf(by));
  }
}
