import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Client } from '../../oauth/clients/client.entity.js';
import type { ExportedWebhook } from '../../oauth/webhooks/webhook-entry.js';
import { WebhookStore } from '../../oauth/webhooks/webhook-store.js';
import { WEBHOOK_FIELDS } from '../../oauth/webhooks/webhook.fields.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { invalid } from '../../platform/errors/problem-error.js';
import { membersOf } from '../../platform/records/members.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import type { ConfigurationDocument } from './configuration.args.js';
import type { ConfigurationChange } from './configuration.view.js';

/** Exports webhooks, and applies their changes of an import; of their secrets only what MASTER_KEY sealed (D278). */
@Injectable()
export class ConfigurationWebhooks {
  constructor(private readonly store: WebhookStore) {}

  async read(tx: EntityManager): Promise<Pick<ConfigurationDocument, 'webhooks'>> {
    const rows = await this.store.all(tx);
    const clients = await tx.find(Client, { select: { id: true, clientId: true } });
    const names = new Map(clients.map(({ id, clientId }) => [id, clientId]));
    const webhooks = rows.map(
      (row) =>
        ({
          ...{ id: row.id, clientId: names.get(row.clientId) },
          ...membersOf(WEBHOOK_FIELDS, row),
          sealedSecret: row.sealedSecret.toString('base64'),
        }) as ExportedWebhook,
    );
    return { webhooks };
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
      const client = await this.clientOf(tx, wanted);
      const sealed = this.sealedIn(wanted);
      if (!row) await this.store.restore(tx, client.id, wanted, sealed, actorOf(by));
      else {
        if (row.clientId !== client.id)
          throw refused(wanted, 'clientId', 'can’t be changed: delete it first');
        await this.store.update(tx, row, wanted, actorOf(by));
        if (sealed && !sealed.equals(row.sealedSecret))
          await this.store.setSecret(tx, row, sealed, actorOf(by));
      }
    }
  }

  private async clientOf(tx: Transaction, wanted: ExportedWebhook): Promise<Client> {
    const client = await tx.findOneBy(Client, { clientId: wanted.clientId });
    if (!client) throw refused(wanted, 'clientId', 'must be the client_id of a client');
    return client;
  }

  /** null: the document leaves it as it is. */
  private sealedIn(wanted: ExportedWebhook): Buffer | null {
    if (wanted.sealedSecret === undefined) return null;
    const sealed = Buffer.from(wanted.sealedSecret, 'base64');
    if (this.store.canOpen(wanted.id, sealed)) return sealed;
    const message =
      'was sealed by a server with another MASTER_KEY, or for another webhook: leave it out, and make a new secret afterwards';
    throw refused(wanted, 'sealedSecret', message);
  }
}

function refused({ id }: ExportedWebhook, member: string, message: string): Error {
  return invalid([{ field: `webhooks.${id}.${member}`, message }]);
}
