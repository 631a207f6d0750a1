import { Injectable } from '@nestjs/common';
import type { AccountStatus, Role } from '../../identity/accounts/account.entity.js';
import type { Long } from '../../platform/operations/long.js';
import { Database, type Statement } from '../../platform/database/database.js';
import {
  cursorOf,
  idIn,
  keyIn,
  LAST,
  PAGE_LIMIT,
  pageOf,
  UNNAMED,
  requireId,
  type ListPage,
} from '../shell/paging.js';
import { LAST_ID, sortedBy } from '../shell/sorting.js';
import type { AccountQuery } from './admin-account.args.js';
import { identifierPrefixes } from './identifier-prefixes.js';

/**
 * Number of matches that one page reads to find the accounts that pass the filter. A page may be short or empty although
 * more pages follow.
 */
const LOOKED_AT = 2000;
/** Matching keys per account: a few at most. An account is listed by its first matching key. */
const KEYS_EACH = 4;

const NAME = `lower(a.name) COLLATE "C"`;
const VALUE = `i.normalized COLLATE "C"`;

/**
 * Start of a branch: its prefix, or the end of the previous page. There is only one lower bound, because of two a btree scan
 * may use the smaller.
 */
const STARTS = `greatest(prefix, $3 COLLATE "C") AS key, CASE WHEN prefix <= $3 COLLATE "C" THEN $4::bigint ELSE 0 END AS id`;
/** Search by prefix, ordered by the matching key; each branch is a range scan of an index. */
const search = (lookedAt: number): Statement => ({
  name: UNNAMED,
  text: `WITH name AS (SELECT *, ${STARTS} FROM (SELECT lower($1) COLLATE "C" AS prefix) x),
  value AS (SELECT *, ${STARTS} FROM (SELECT unnest($2::text[]) COLLATE "C" AS prefix) x),
  found AS (
    SELECT m.key, m.id FROM name s CROSS JOIN LATERAL (
      SELECT ${NAME} AS key, a.id FROM account a
       WHERE ${NAME} < s.prefix || ${LAST} AND (${NAME}, a.id) > (s.key, s.id)
       ORDER BY ${NAME}, a.id LIMIT ${lookedAt}) m
    UNION ALL
    SELECT m.key, m.id FROM value s CROSS JOIN LATERAL (
      SELECT ${VALUE} AS key, i.account_id AS id FROM account_identifier i
       WHERE ${VALUE} < s.prefix || ${LAST} AND (${VALUE}, i.account_id) > (s.key, s.id)
       ORDER BY ${VALUE}, i.account_id LIMIT ${lookedAt}) m
  ),
  nearest AS (SELECT DISTINCT key, id FROM found ORDER BY key, id LIMIT ${lookedAt})
  SELECT n.key, n.id,
         ($5::text IS NULL OR a.status = $5)
           AND NOT EXISTS (SELECT FROM name s WHERE ${NAME} < n.key AND ${NAME} >= s.prefix AND ${NAME} < s.prefix || ${LAST})
           AND NOT EXISTS (SELECT FROM account_identifier i JOIN value s ON ${VALUE} >= s.prefix AND ${VALUE} < s.prefix || ${LAST}
                            WHERE i.account_id = n.id AND ${VALUE} < n.key) AS is_shown
    FROM nearest n JOIN account a ON a.id = n.id ORDER BY n.key, n.id`,
});

const OF_STATUS: Readonly<Record<AccountStatus, string>> = {
  pending: `AND a.status = 'pending'`,
  active: `AND a.status = 'active'`,
  disabled: `AND a.status = 'disabled'`,
};
const OF_ROLE: Readonly<Record<Role, string>> = {
  administrator: `AND a.role = 'administrator'`,
  support: `AND a.role = 'support'`,
};
/** Conditions of the list by id. Few accounts have a role, so each of them is tested against the prefix. */
const CONDITIONS = {
  name: (value: string) => `AND (starts_with(lower(a.name), lower(${value}))`,
  values: (
    value: string,
  ) => `OR EXISTS (SELECT FROM account_identifier i, unnest(${value}::text[]) AS p (prefix)
                                          WHERE i.account_id = a.id AND starts_with(i.normalized, p.prefix)))`,
} as const;

/** Finds accounts page by page; the last page of a million is as quick as the first (D142). */
@Injectable()
export class AccountSearch {
  constructor(private readonly database: Database) {}

  /** The account ids of one page. */
  async find(asked: AccountQuery): Promise<ListPage<Long>> {
    const query = asked.query?.trim().normalize('NFC') ?? '';
    if (query === '')
      return sortedBy(asked.sort ?? 'created').key === 'name' ? this.byName(asked) : this.list(asked, {});
    const prefixes = { name: query, values: identifierPrefixes(query) };
    return asked.role === undefined ? this.byPrefix(asked, prefixes) : this.list(asked, prefixes);
  }

  private async list(
    { status, role, sort = 'created', after, limit = PAGE_LIMIT }: AccountQuery,
    prefixes: Partial<Prefixes>,
  ): Promise<ListPage<Long>> {
    const { order, after: beyond } = sortedBy(sort);
    const given = Object.entries(prefixes);
    const conditions = [
      status === undefined ? '' : OF_STATUS[status],
      role === undefined ? '' : OF_ROLE[role],
      ...given.map(([name], index) => CONDITIONS[name as keyof typeof CONDITIONS](`$${index + 2}`)),
    ];
    const text = `SELECT a.id FROM account a WHERE a.id ${beyond} $1 ${conditions.join(' ')} ORDER BY a.id ${order} LIMIT ${limit + 1}`;
    const last = order === 'DESC' && !after ? LAST_ID : idIn(after);
    const values = [last, ...given.map(([, value]) => value)];
    const found = await this.database.query<{ id: Long }>({ name: UNNAMED, text }, values);
    const { items, next } = pageOf(found, limit, ({ id }) => [id]);
    return { items: items.map(({ id }) => id), next };
  }

  /** Lists all accounts, in the order of the index of names. */
  private async byName({ sort = 'name', after, limit = PAGE_LIMIT }: AccountQuery): Promise<ListPage<Long>> {
    const { order, after: beyond } = sortedBy(sort);
    const last = keyIn(after, 2);
    const isPast = last === null ? 'true' : `(${NAME}, a.id) ${beyond} ($1 COLLATE "C", $2::bigint)`;
    const text = `SELECT ${NAME} AS key, a.id FROM account a WHERE ${isPast} ORDER BY ${NAME} ${order}, a.id ${order} LIMIT ${limit + 1}`;
    const values = last === null ? [] : [last[0], requireId(last[1])];
    const found = await this.database.query<{ key: string; id: Long }>({ name: UNNAMED, text }, values);
    const { items, next } = pageOf(found, limit, ({ key, id }) => [key, id]);
    return { items: items.map(({ id }) => id), next };
  }

  private async byPrefix(
    { status, after, limit = PAGE_LIMIT }: AccountQuery,
    prefixes: Prefixes,
  ): Promise<ListPage<Long>> {
    const [lastKey, lastId] = keyIn(after, 2) ?? ['', '0'];
    const lookedAt = status === undefined ? KEYS_EACH * (limit + 1) : LOOKED_AT;
    const from = [prefixes.name, prefixes.values, lastKey, requireId(lastId)];
    const near = await this.database.query<Match>(search(lookedAt), [...from, status ?? null]);
    const shown = near.filter(({ is_shown: isShown }) => isShown);
    const page = shown.slice(0, limit);
    const end = shown.length > limit ? page.at(-1) : near.length === lookedAt ? near.at(-1) : undefined;
    return { items: page.map(({ id }) => id), next: end ? cursorOf([end.key, end.id]) : null };
  }
}

interface Prefixes {
  readonly name: string;
  readonly values: readonly string[];
}

interface Match {
  key: string;
  id: Long;
  is_shown: boolean;
}
