import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { invalid } from '../../platform/errors/problem-error.js';
import { membersOf } from '../../platform/records/members.js';
import type { ExportedProvider } from './provider-entry.js';
import { ProviderStore } from './provider-store.js';
import { PROVIDER_FIELDS } from './provider.fields.js';

/**
 * Reads providers for an export, and creates those of an import or of a bootstrap file; of their secrets only what
 * MASTER_KEY sealed (D259).
 */
@Injectable()
export class ProviderImports {
  constructor(private readonly store: ProviderStore) {}

  async read(tx: EntityManager): Promise<ExportedProvider[]> {
    const rows = await this.store.all(tx);
    return rows.map(
      (row) =>
        ({
          ...membersOf(PROVIDER_FIELDS, row),
          sealedSecret: row.sealedSecret?.toString('base64') ?? null,
        }) as ExportedProvider,
    );
  }

  /**
   * @param path where it stands in the document
   * @throws ProblemError invalid, or the database's error where id or issuer is taken
   */
  async create(tx: Transaction, entry: ExportedProvider, path: string, by: AuditActor): Promise<void> {
    await this.store.create(tx, entry, this.sealedIn(entry, path) ?? null, by);
  }

  /** undefined: the document leaves it as it is. @throws ProblemError invalid */
  sealedIn({ id, sealedSecret }: ExportedProvider, path: string): Buffer | null | undefined {
    if (sealedSecret === undefined || sealedSecret === null) return sealedSecret;
    const sealed = Buffer.from(sealedSecret, 'base64');
    if (this.store.canOpen(id, sealed)) return sealed;
    const message =
      'was sealed by a server with another MASTER_KEY, or for another provider: leave it out, and set the secret afterwards';
    throw invalid([{ field: `${path}.sealedSecret`, message }]);
  }
}
