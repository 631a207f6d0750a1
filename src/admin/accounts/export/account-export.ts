import { Injectable } from '@nestjs/common';
import type { AccountStatus } from '../../../identity/accounts/account.entity.js';
import type { AuditAction } from '../../../platform/audit/audit-actions.js';
import { Database } from '../../../platform/database/database.js';
import { AuditLog } from '../../../platform/audit/audit-log.js';
import type { Long } from '../../../platform/operations/long.js';
import type { Administrator } from '../../shell/access/administrator.js';
import { doneBy } from '../../shell/actor-of.js';
import type { PageQuery } from '../../shell/page-query.js';
import { idIn, PAGE_LIMIT, pageOf } from '../../shell/paging.js';
import type { AccountExportPage, ExportedAccount } from './account-export.view.js';

/** Identifiers that are out of use stay here. */
const IN_USE = 'account_identifier i WHERE i.account_id = a.id AND i.suspended_at IS NULL';
/**
 * No condition says which accounts stay here, as `goes` does: without statistics, as in the embedded database, the
 * planner would take it for rare and read the whole table for each page.
 */
const page = (columns: string): string =>
  `SELECT a.id, a.name, a.country_code, a.locale, a.status, a.deletes_at${columns},
    (SELECT coalesce(json_agg(json_strip_nulls(json_build_object('type', i.type, 'value', i.value,
              'isValidated', i.is_validated, 'issuer', nullif(i.issuer, ''))) ORDER BY i.id), '[]')
       FROM ${IN_USE}) AS identifiers
    FROM account a WHERE a.id > $1::bigint ORDER BY a.id LIMIT $2::int`;
export const EXPORTED_ACCOUNTS = page('');
const WITH_HASHES = page(', a.password_hash');
const TOTAL = `SELECT count(*)::int AS total FROM account a
  WHERE a.deletes_at IS NULL AND EXISTS (SELECT FROM ${IN_USE})`;

interface Row {
  readonly id: Long;
  readonly name: string;
  readonly country_code: string | null;
  readonly locale: string | null;
  readonly status: AccountStatus;
  readonly password_hash?: string | null;
  readonly deletes_at: Date | null;
  readonly identifiers: ExportedAccount['identifiers'];
}

/** Exports accounts page by page, by id: an account that is there from the beginning to the end is on one page (D408). */
@Injectable()
export class AccountExport {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  /** @throws ProblemError invalid if `after` is no cursor */
  plain(query: PageQuery, by: Administrator): Promise<AccountExportPage> {
    return this.page(EXPORTED_ACCOUNTS, 'accounts.exported', query, by);
  }

  /** @throws ProblemError invalid if `after` is no cursor */
  withHashes(query: PageQuery, by: Administrator): Promise<AccountExportPage> {
    return this.page(WITH_HASHES, 'password_hashes.exported', query, by);
  }

  /** Nothing is answered that the audit does not tell of. */
  private page(
    sql: string,
    action: AuditAction,
    { after, limit = PAGE_LIMIT }: PageQuery,
    by: Administrator,
  ): Promise<AccountExportPage> {
    const from = idIn(after);
    return this.database.transaction(async (tx) => {
      const rows = await tx.query<Row[]>(sql, [from, limit + 1]);
      const { items: all, next } = pageOf(rows, limit, ({ id }) => [id]);
      const items = all.filter(goes);
      const details = { accounts: items.length, first: items[0]?.id, last: items.at(-1)?.id };
      await this.audit.record(doneBy(by, action, 'accounts', details), tx);
      const total = after ? null : (await tx.query<{ total: number }[]>(TOTAL))[0].total;
      return { items: items.map(exported), next, total };
    });
  }
}

/** Not an account that its user asked to delete, nor one that an import would refuse. */
function goes({ deletes_at: deletesAt, identifiers }: Row): boolean {
  return deletesAt === null && identifiers.length > 0;
}

function exported({ name, country_code: countryCode, locale, status, ...row }: Row): ExportedAccount {
  return {
    ...{ name, identifiers: row.identifiers, countryCode, locale },
    ...(status === 'disabled' ? { isDisabled: true } : {}),
    ...(row.password_hash ? { passwordHash: row.password_hash } : {}),
  };
}
