import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { invalid } from '../../platform/errors/problem-error.js';
import { membersOf } from '../../platform/records/members.js';
import { idOfClient, shownClientsOf } from '../clients/client-names.js';
import type { ExportedWebhook } from './webhook-entry.js';
import { WebhookStore } from './webhook-store.js';
import { WEBHOOK_FIELDS } from './webhook.fields.js';

/**
 * Reads webhooks for an export, and creates those of an import or of a bootstrap file; of their secrets only what
 * MASTER_KEY sealed (D278).
 */
@Injectable()
export class WebhookImports {
  constructor(private readonly store: WebhookStore) {}

  /** By id, so that two servers export them in the same order. */
  async read(tx: EntityManager): Promise<ExportedWebhook[]> {
    const rows = (await this.store.all(tx)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const clients = await shownClientsOf(
      tx,
      rows.map(({ clientId }) => clientId),
    );
    return rows.map(
      (row) =>
        ({
          ...{ id: row.id, clientId: clients.get(row.clientId)?.clientId },
          ...membersOf(WEBHOOK_FIELDS, row),
          sealedSecret: row.sealedSecret.toString('base64'),
        }) as ExportedWebhook,
    );
  }

  /** @param path where it stands in the document @throws ProblemError invalid */
  async create(tx: Transaction, entry: ExportedWebhook, path: string, by: AuditActor): Promise<void> {
    const clientId = await this.clientOf(tx, entry, path);
    await this.store.restore(tx, clientId, entry, this.sealedIn(entry, path), by);
  }

  /** @throws ProblemError invalid */
  async clientOf(tx: Transaction, { clientId }: ExportedWebhook, path: string): Promise<Long> {
    const id = await idOfClient(tx, clientId);
    if (id !== null) return id;
    throw invalid([{ field: `${path}.clientId`, message: 'must be the client_id of a client' }]);
  }

  /** null: the document leaves it as it is. @throws ProblemError invalid */
  sealedIn({ id, sealedSecret }: ExportedWebhook, path: string): Buffer | null {
    if (sealedSecret === undefined) return null;
    const sealed = Buffer.from(sealedSecret, 'base64');
    if (this.store.canOpen(id, sealed)) return sealed;
    const message =
      'was sealed by a server with another MASTER_KEY, or for another webhook: leave it out, and make a new secret afterwards';
    throw invalid([{ field: `${path}.sealedSecret`, message }]);
  }
}
