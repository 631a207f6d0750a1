import { Injectable } from '@nestjs/common';
import { Family } from '../../identity/families/family.entity.js';
import { FAMILY_SETTINGS } from '../../identity/families/family.fields.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import type { Administrator } from '../shell/access/administrator.js';
import { doneBy } from '../shell/actor-of.js';
import type { PageQuery } from '../shell/page-query.js';
import { idIn, PAGE_LIMIT, pageOf } from '../shell/paging.js';
import type { ExportedFamily, FamilyExportPage } from './family-export.view.js';

/**
 * One statement, so that a family is written as it was at one moment. Each member is named by the identifier that finds the
 * account on another server. Accounts that the export of accounts leaves out are left out here too.
 */
const page = (columns: string): string => `SELECT f.id, ${columns}, (
    SELECT coalesce(json_agg(json_strip_nulls(json_build_object('identifier', n.value, 'issuer', nullif(n.issuer, ''),
             'accountType', m.member_type)) ORDER BY m.member_type DESC, m.account_id), '[]')
      FROM family_member m JOIN account a ON a.id = m.account_id AND a.deletes_at IS NULL
     CROSS JOIN LATERAL (
       SELECT i.value, i.issuer FROM account_identifier i WHERE i.account_id = m.account_id AND i.suspended_at IS NULL
        ORDER BY i.issuer <> '', i.id LIMIT 1) n
     WHERE m.family_id = f.id) AS members
    FROM family f WHERE f.id > $1::bigint ORDER BY f.id LIMIT $2::int`;

type Row = ExportedFamily & { readonly id: Long };

/** Exports families page by page, by id: a family that is there from the beginning to the end is on one page (D408). */
@Injectable()
export class FamilyExport {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  /** @throws ProblemError invalid if `after` is no cursor */
  page({ after, limit = PAGE_LIMIT }: PageQuery, by: Administrator): Promise<FamilyExportPage> {
    const from = idIn(after);
    return this.database.transaction(async (tx) => {
      const rows = await tx.query<Row[]>(page(this.columns()), [from, limit + 1]);
      const { items, next } = pageOf(rows, limit, ({ id }) => [id]);
      const details = { families: items.length, first: items[0]?.id, last: items.at(-1)?.id };
      await this.audit.record(doneBy(by, 'families.exported', 'families', details), tx);
      const families = items.map(({ id: _, ...family }) => family);
      return { items: families, next, total: after ? null : await tx.count(Family) };
    });
  }

  private columns(): string {
    return this.database.dataSource
      .getMetadata(Family)
      .columns.filter(({ propertyName }) => Object.hasOwn(FAMILY_SETTINGS, propertyName))
      .map(({ databaseName, propertyName }) => `f."${databaseName}" AS "${propertyName}"`)
      .join(', ');
  }
}
