import type pg from 'pg';
import { eventually } from '../eventually.js';

/** Tables for the server's own bookkeeping, which no request asks for. */
const BOOKKEEPING =
  /throttle|^(budget|node|heartbeat|silence|instance_secret|migration|legacy_use|hourly_count|active_accounts|mac_nonce|passkey_use|signing_key)$/;
/** Last-used columns, which change as a side effect. */
const LAST_USED: Readonly<Record<string, readonly string[]>> = {
  account: ['last_login_at', 'known_networks', 'known_browsers'],
  session: ['expires_at'],
  admin_session: ['expires_at'],
  client_secret: ['last_used_at', 'recognition'],
  passkey: ['last_used_at', 'counter', 'is_backed_up'],
};
/** Audit events of correct passwords and passkeys and counted events, recorded whatever the result. */
const SIDE_EVENTS = `action IN ('signin', 'passkey.used') OR details ? 'count'`;

/** A statement whose connection was cut may still be running. */
const AT_WORK = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'hearth'
  AND (xact_start IS NOT NULL OR state <> 'idle')`;

/** For each table: rows added or removed, and new row versions. */
export type Shape = Readonly<Record<string, string>>;
type Counts = Readonly<Record<string, number>>;

/** Records what a request changed in all tables, by the transaction ids of row versions. */
export class ChangesSeen {
  private mark = '0';
  private counts: Counts = {};

  private constructor(
    private readonly direct: pg.Client,
    /** Its snapshot is from before the request. */
    private readonly before: pg.Client,
    private readonly tables: readonly string[],
  ) {}

  static async by(direct: pg.Client, before: pg.Client): Promise<ChangesSeen> {
    const { rows } = await direct.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND NOT relispartition ORDER BY 1`,
    );
    const tables = rows.map(({ name }) => name).filter((name) => !BOOKKEEPING.test(name));
    return new ChangesSeen(direct, before, tables);
  }

  async begin(): Promise<void> {
    await this.before.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    this.counts = await this.count(this.before, 'count(*)');
    const { rows } = await this.before.query<{ mark: string }>(
      'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS mark',
    );
    this.mark = rows[0].mark;
  }

  async end(): Promise<Shape> {
    await eventually(async () => ((await this.direct.query(AT_WORK)).rowCount === 0 ? true : null));
    const now = await this.count(this.direct, 'count(*)');
    const versions = await this.count(this.direct, 'count(*) FILTER (WHERE t.xmin::text::bigint >= $1)');
    const shape: Record<string, string> = {};
    for (const table of this.tables) {
      const more = now[table] - this.counts[table];
      const isNoisy = table in LAST_USED && versions[table] > 0;
      const changed = isNoisy ? await this.reallyChanged(table) : versions[table];
      if (more !== 0 || changed !== 0) shape[table] = `${more > 0 ? '+' : ''}${more}, ${changed} written`;
    }
    await this.before.query('COMMIT');
    return shape;
  }

  private async count(on: pg.Client, what: string): Promise<Counts> {
    const each = this.tables.map((table) => {
      const which = table === 'audit_event' ? `WHERE NOT coalesce(${SIDE_EVENTS}, false)` : '';
      return `SELECT '${table}' AS name, (${what})::int AS n FROM ${table} t ${which}`;
    });
    // Prepared once: planning a query of so many tables takes longer than counting.
    const text = each.join(' UNION ALL ');
    const values = text.includes('$1') ? [this.mark] : [];
    const { rows } = await on.query<{ name: string; n: number }>({ name: what, text, values });
    return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
  }

  /** Rows whose new version differs in more than a date. */
  private async reallyChanged(table: string): Promise<number> {
    const where = `WHERE t.xmin::text::bigint >= ${this.mark}`;
    const key = table.endsWith('session') ? 'digest' : 'id';
    const columns = LAST_USED[table].map((column) => `'${column}'`).join(', ');
    const what = `${key}::text AS key, md5((to_jsonb(t) - ARRAY[${columns}])::text) AS hash FROM ${table} t`;
    type Row = { key: string; hash: string };
    const now = (await this.direct.query<Row>(`SELECT ${what} ${where}`)).rows;
    const keys = now.map((row) => row.key);
    const old = await this.before.query<Row>(`SELECT ${what} WHERE ${key}::text = ANY($1)`, [keys]);
    const before = new Map(old.rows.map((row) => [row.key, row.hash]));
    return now.filter((row) => before.get(row.key) !== row.hash).length;
  }
}
