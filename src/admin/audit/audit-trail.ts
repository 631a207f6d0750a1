import { Injectable } from '@nestjs/common';
import { isLong, type Long } from '../../platform/operations/long.js';
import { KeptEvents } from '../../platform/audit/kept-events.js';
import { keyIn, PAGE_LIMIT, pageOf, wrongCursor, type ListPage } from '../shell/paging.js';
import type { PageQuery } from '../shell/page-query.js';
import { momentOf } from './moment.js';
import type { AuditEventView, AuditQuery } from './audit-trail.view.js';

/** With several accounts or clients, of which any may have acted. */
export type TrailQuery = Omit<AuditQuery, 'account' | 'client'> & {
  readonly account?: string | readonly string[];
  readonly client?: string | readonly string[];
};

const EXPORT_PAGE = 1000;
const ORDER = 'ORDER BY at DESC, id DESC LIMIT $1';
/** The cursor holds the time as text: a Date would lose the microseconds, and events with them. */
const COLUMNS = `id, at, action, outcome, account_id AS "accountId", client_id AS "clientId", target, address, details,
                 to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS key`;

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
  constructor(private readonly events: KeptEvents) {}

  async list({ after, limit = PAGE_LIMIT, ...filters }: TrailQuery): Promise<ListPage<AuditEventView>> {
    const given = FILTER_NAMES.filter((name) => filters[name] !== undefined);
    const last = lastIn(after);
    const valueOf = (name: keyof typeof FILTERS): unknown => {
      const value = filters[name];
      if (name === 'from' || name === 'to') return momentOf(value as string);
      return Array.isArray(value) && value.length === 1 ? (value[0] as string) : value; // read in order by its index
    };
    const values: unknown[] = [limit + 1, ...given.map(valueOf), ...(last ?? [])];
    const conditions = given.map((name, at) =>
      Array.isArray(values[at + 1]) ? `${FILTERS[name]} ANY($${at + 2})` : `${FILTERS[name]} $${at + 2}`,
    );
    if (last) conditions.push(`(at, id) < ($${values.length - 1}::timestamptz, $${values.length}::bigint)`);
    const where = conditions.map((condition) => ` AND ${condition}`).join('');
    const newest = {
      each: (kept: string) => `SELECT ${COLUMNS} FROM ${kept}${where} ${ORDER}`,
    };
    return this.page(newest, values, limit);
  }

  /** What an account did, and what was done to it: each of the two by its index. */
  async ofAccount(
    accountId: Long,
    { after, limit = PAGE_LIMIT }: PageQuery,
  ): Promise<ListPage<AuditEventView>> {
    const last = lastIn(after);
    const before = last ? ' AND (at, id) < ($4::timestamptz, $5::bigint)' : '';
    const newest = {
      each: (kept: string) =>
        `(SELECT ${COLUMNS} FROM ${kept} AND account_id = $2::bigint${before} ${ORDER}) UNION ALL
         (SELECT ${COLUMNS} FROM ${kept} AND target = $3::text
             AND account_id IS DISTINCT FROM $2::bigint${before} ${ORDER})`,
    };
    return this.page(newest, [limit + 1, accountId, `account:${accountId}`, ...(last ?? [])], limit);
  }

  /** All matching events, read page by page: a slow reader holds neither a connection nor much memory. */
  async *export(query: TrailQuery): AsyncGenerator<string> {
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

  private async page(
    { each }: { readonly each: (kept: string) => string },
    values: readonly unknown[],
    limit: number,
  ): Promise<ListPage<AuditEventView>> {
    const all = (events: string): string => `SELECT * FROM ${events} ${ORDER}`;
    const rows = await this.events.read<AuditEventView & { key: string }>({ each, all }, values);
    const { items, next } = pageOf(rows, limit, ({ key, id }) => [key, id]);
    return { items: items.map(({ key: _, ...event }) => event), next };
  }
}

/** The time and id of the last event of the previous page; null for the first page. @throws ProblemError invalid */
function lastIn(after: string | undefined): string[] | null {
  const last = keyIn(after, 2);
  if (last && (momentOf(last[0]) === null || !isLong(last[1]))) throw wrongCursor();
  return last;
}
