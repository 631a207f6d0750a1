import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { invalid } from '../../platform/errors/problem-error.js';
import { membersOf, recorded } from '../../platform/records/members.js';
import { Sealer } from '../../platform/security/sealer.js';
import { IdentityProvider, providerContext } from './identity-provider.entity.js';
import { OfferedProviders } from './offered-providers.js';
import type { ExportedProvider } from './provider-entry.js';
import { PROVIDER_FIELDS, type ProviderRecord } from './provider.fields.js';

export type NewProvider = Pick<ProviderRecord, 'id' | 'name' | 'issuer' | 'clientId'> &
  Partial<ProviderRecord>;
/** null: the provider has none. */
type SealedSecret = Buffer | null;

const DEFAULTS = { buttonText: null, scopes: ['profile'], isEnabled: true };

/** Reads and writes providers, with the audit, in the transactions of those who may change them. */
@Injectable()
export class ProviderStore {
  constructor(
    @InjectRepository(IdentityProvider) private readonly rows: Repository<IdentityProvider>,
    private readonly offered: OfferedProviders,
    private readonly sealer: Sealer,
    private readonly audit: AuditLog,
  ) {}

  all(tx: EntityManager = this.rows.manager): Promise<IdentityProvider[]> {
    return tx.find(IdentityProvider, { order: { id: 'ASC' } });
  }

  /** In a transaction the row is locked. */
  find(id: string, tx?: Transaction): Promise<IdentityProvider | null> {
    if (!tx) return this.rows.findOneBy({ id });
    return tx.findOne(IdentityProvider, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** @throws the database's error where id or issuer is taken */
  async create(
    tx: Transaction,
    asked: NewProvider,
    sealedSecret: SealedSecret,
    by: AuditActor,
  ): Promise<IdentityProvider> {
    const row = { ...DEFAULTS, ...membersOf(PROVIDER_FIELDS, asked), sealedSecret } as IdentityProvider;
    await tx.insert(IdentityProvider, row);
    await this.changed(tx, 'provider.created', by, row.id, recorded(PROVIDER_FIELDS, null, row));
    return row;
  }

  async update(
    tx: Transaction,
    row: IdentityProvider,
    change: Partial<ProviderRecord>,
    by: AuditActor,
  ): Promise<IdentityProvider> {
    const { id, issuer } = row; // neither ever changes
    const after = { ...row, ...membersOf(PROVIDER_FIELDS, change), id, issuer };
    await tx.update(IdentityProvider, { id }, membersOf(PROVIDER_FIELDS, after));
    await this.changed(tx, 'provider.changed', by, id, recorded(PROVIDER_FIELDS, row, after));
    return after;
  }

  async setSecret(tx: Transaction, id: string, sealedSecret: SealedSecret, by: AuditActor): Promise<void> {
    await tx.update(IdentityProvider, { id }, { sealedSecret });
    await this.changed(tx, 'provider.secret_set', by, id, { isSet: sealedSecret !== null });
  }

  /** Accounts stay connected: should the same issuer be configured again, they are found again. */
  async remove(tx: Transaction, row: IdentityProvider, by: AuditActor): Promise<void> {
    await tx.delete(IdentityProvider, { id: row.id });
    await this.changed(tx, 'provider.removed', by, row.id, recorded(PROVIDER_FIELDS, row, null));
  }

  seal(id: string, plainSecret: string): Buffer {
    return this.sealer.seal('identity provider', Buffer.from(plainSecret), providerContext(id));
  }

  /** The secret itself, for a request to the provider. What an outdated key sealed is sealed anew. @throws Error as Sealer.open */
  async secretOf({ id, sealedSecret }: IdentityProvider): Promise<string | null> {
    if (sealedSecret === null) return null;
    const plain = this.sealer.open('identity provider', sealedSecret, providerContext(id)).toString();
    if (this.sealer.isOutdated('identity provider', sealedSecret))
      await this.rows.update({ id, sealedSecret }, { sealedSecret: this.seal(id, plain) });
    return plain;
  }

  /** For an export; of their secrets only what MASTER_KEY sealed (D259). */
  async exported(tx: EntityManager): Promise<ExportedProvider[]> {
    const rows = await this.all(tx);
    return rows.map(
      (row) =>
        ({
          ...membersOf(PROVIDER_FIELDS, row),
          sealedSecret: row.sealedSecret?.toString('base64') ?? null,
        }) as ExportedProvider,
    );
  }

  /**
   * Creates a provider of an export or of a bootstrap file.
   * @param path where it stands in the document
   * @throws ProblemError invalid, or the database's error where id or issuer is taken
   */
  async restore(tx: Transaction, entry: ExportedProvider, path: string, by: AuditActor): Promise<void> {
    await this.create(tx, entry, this.sealedIn(entry, path) ?? null, by);
  }

  /** undefined: the document leaves it as it is. @throws ProblemError invalid */
  sealedIn({ id, sealedSecret }: ExportedProvider, path: string): Buffer | null | undefined {
    if (sealedSecret === undefined || sealedSecret === null) return sealedSecret;
    const sealed = Buffer.from(sealedSecret, 'base64');
    // Whether this server has the key that it was sealed with, for this provider.
    if (this.sealer.tryOpen('identity provider', sealed, providerContext(id)) !== null) return sealed;
    const message =
      'was sealed by a server with another MASTER_KEY, or for another provider: leave it out, and set the secret afterwards';
    throw invalid([{ field: `${path}.sealedSecret`, message }]);
  }

  private async changed(
    tx: Transaction,
    action: AuditAction,
    by: AuditActor,
    id: string,
    details: object,
  ): Promise<void> {
    this.offered.changedBy(tx);
    await this.audit.record({ action, outcome: 'ok', ...by, target: `provider:${id}`, details }, tx);
  }
}
