import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { AppConfig } from '../../platform/config/app-config.js';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { invalid } from '../../platform/errors/problem-error.js';
import type { FieldError } from '../../platform/errors/problems.js';
import { InvalidRecordError } from '../../platform/records/invalid-record-error.js';
import { membersOf, recorded } from '../../platform/records/members.js';
import { namesByClientId } from '../clients/client-names.js';
import { isThisServer } from './this-server.js';
import { KnownResources } from './known-resources.js';
import { ProtectedResource } from './protected-resource.entity.js';
import type { ExportedResource } from './resource-entry.js';
import {
  contradictionsInResource,
  EVERY_CLIENT,
  RESOURCE_FIELDS,
  type ResourceRecord,
} from './resource.fields.js';

export type NewResource = Pick<ResourceRecord, 'id' | 'identifier' | 'name'> & Partial<ResourceRecord>;

const DEFAULTS = {
  scopes: [],
  defaultScopes: [],
  clients: [],
  introspectionClients: [],
  tokenFormat: 'opaque',
  accessLifetimeSeconds: null,
  signingAlg: 'RS256',
} as const;
/** Lists of client_ids. */
const OF_CLIENTS = ['clients', 'introspectionClients'] as const;

/** Reads and writes resources, with the audit, in the transactions of those who may change them (D400). */
@Injectable()
export class ResourceStore {
  constructor(
    @InjectRepository(ProtectedResource) private readonly rows: Repository<ProtectedResource>,
    private readonly known: KnownResources,
    private readonly audit: AuditLog,
    private readonly config: AppConfig,
  ) {}

  all(tx: EntityManager = this.rows.manager): Promise<ProtectedResource[]> {
    return tx.find(ProtectedResource, { order: { id: 'ASC' } });
  }

  /** In a transaction the row is locked. */
  find(id: string, tx?: Transaction): Promise<ProtectedResource | null> {
    if (!tx) return this.rows.findOneBy({ id });
    return tx.findOne(ProtectedResource, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** @throws InvalidRecordError; the database's error where id or identifier is taken */
  async create(tx: Transaction, asked: NewResource, by: AuditActor): Promise<void> {
    const row = { ...DEFAULTS, ...membersOf(RESOURCE_FIELDS, asked) } as unknown as ResourceRecord;
    await this.requireUsable(tx, row, null);
    await tx.insert(ProtectedResource, row);
    await this.changed(tx, 'resource.created', by, row.id, recorded(RESOURCE_FIELDS, null, row));
  }

  /**
   * Creates a resource of a bootstrap file.
   * @param path where it stands in the document
   * @throws ProblemError invalid
   */
  async restore(tx: Transaction, entry: ExportedResource, path: string, by: AuditActor): Promise<void> {
    await this.create(tx, entry, by).catch((cause: unknown) => {
      if (!(cause instanceof InvalidRecordError)) throw cause;
      throw invalid(cause.fields.map((error) => ({ ...error, field: `${path}.${error.field}` })));
    });
  }

  /** @throws InvalidRecordError */
  async update(
    tx: Transaction,
    row: ProtectedResource,
    change: Partial<ResourceRecord>,
    by: AuditActor,
  ): Promise<ProtectedResource> {
    const { id, identifier } = row; // neither ever changes
    const after = { ...row, ...membersOf(RESOURCE_FIELDS, change), id, identifier };
    await this.requireUsable(tx, after, row);
    await tx.update(ProtectedResource, { id }, membersOf(RESOURCE_FIELDS, after));
    await this.changed(tx, 'resource.changed', by, id, recorded(RESOURCE_FIELDS, row, after));
    return after;
  }

  /** Its opaque tokens are no longer active, and nothing is refreshed for it: grants name it by its number. */
  async remove(tx: Transaction, row: ProtectedResource, by: AuditActor): Promise<void> {
    await tx.delete(ProtectedResource, { id: row.id });
    await this.changed(tx, 'resource.removed', by, row.id, recorded(RESOURCE_FIELDS, row, null));
  }

  async exported(tx: EntityManager): Promise<ExportedResource[]> {
    return (await this.all(tx)).map((row) => membersOf(RESOURCE_FIELDS, row) as ExportedResource);
  }

  /** A client that was named before stays, though it is gone by now. */
  private async requireUsable(
    tx: Transaction,
    record: ResourceRecord,
    before: ResourceRecord | null,
  ): Promise<void> {
    const problems: FieldError[] = contradictionsInResource(record);
    if (isThisServer(record.identifier, this.config.publicUrl))
      problems.push({ field: 'identifier', message: 'must not be this server: its tokens need no resource' });
    for (const field of OF_CLIENTS) {
      const fresh = record[field].filter((id) => id !== EVERY_CLIENT && !before?.[field].includes(id));
      const there = await namesByClientId(tx, fresh);
      const missing = fresh.filter((id) => !there.has(id));
      if (missing.length > 0)
        problems.push({ field, message: `must be client_ids of clients: ${missing.join(', ')} is none` });
    }
    if (problems.length === 0) return;
    const message = problems.map(({ field, message: text }) => `${field} ${text}`).join('; ');
    throw new InvalidRecordError(message, problems, record.id);
  }

  private async changed(
    tx: Transaction,
    action: AuditAction,
    by: AuditActor,
    id: string,
    details: object,
  ): Promise<void> {
    this.known.changedBy(tx);
    await this.audit.record({ action, outcome: 'ok', ...by, target: `resource:${id}`, details }, tx);
  }
}
