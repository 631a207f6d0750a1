import { Injectable } from '@nestjs/common';
import { isLong } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { keyIn, PAGE_LIMIT, pageOf, wrongCursor, type ListPage } from '../shell/paging.js';
import { momentOf } from './moment.js';
import type { AuditEventView, AuditQuery } from './audit-trail.view.js';

const EXPORT_PAGE = 1000;
const COLUMNS = `id, at, action, outcome, account_id AS "accountId", client_id AS "clientId", target, address, details`;

/** The column and operator of each filter. */
const FILTERS = {
  account: 'account_id =',
  client: 'client_id =',
  action: 'action =',
  target: 'target =',
  outcome: 'outcome =',
  from: 'at >=',
  to: 'at <',
} as const;
const FILTER_NAMES = Object.keys(FILTERS) as (keyof typeof FILTERS)[];

/** Reads the audit trail, newest event first. */
@Injectable()
export class AuditTrail {
  constructor(private readonly database: Database) {}

  async list({ after, limit = PAGE_LIMIT, ...filters }: AuditQuery): Promise<ListPage<AuditEventView>> {
    const given = FILTER_NAMES.filter((name) => filters[name] !== undefined);
    const last = keyIn(after, 2);
    if (last && (momentOf(last[0]) === null || !isLong(last[1]))) throw wrongCursor();
    const valueOf = (name: keyof typeof FILTERS): unknown =>
      name === 'from' || name === 'to' ? momentOf(filters[name]) : filters[name];
    const values: unknown[] = [limit + 1, ...given.map(valueOf), ...(last ?? [])];
    const conditions = given.map((name, at) => `${FILTERS[name]} $${at + 2}`);
    if (last) conditions.push(`(at, id) < ($${values.length - 1}::timestamptz, $${values.length}::bigint)`);
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const name = `admin-audit-${[...given, ...(last ? ['after'] : [])].join('-')}`;
    // The cursor holds the time as text: a Date would lose the microseconds, and events with them.
    const text = `SELECT ${COLUMNS}, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS key
                    FROM audit_event ${where} ORDER BY at DESC, id DESC LIMIT $1`;
    const rows = await this.database.query<AuditEventView & { key: string }>({ name, text }, values);
    const { items, next } = pageOf(rows, limit, ({ key, id }) => [key, id]);
    return { items: items.map(({ key: _, ...event }) => event), next };
  }

  /** All matching events, read page by page: a slow reader holds neither a connection nor much memory. */
  async *export(query: AuditQuery): AsyncGenerator<string> {
    let after: string | null | undefined = query.after;
    do {
      const page: ListPage<AuditEventView> = await this.list({
        ...query,
        limit: EXPORT_PAGE,
        after: after ?? undefined,
      });
      if (page.items.length > 0) yield page.items.map((event) => `${JSON.stringify(event)}\n`).join('');
      after = page.next;
    } while (after !== null);
  }
}
