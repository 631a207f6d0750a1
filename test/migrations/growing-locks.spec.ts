import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { openPglite } from '../../src/platform/database/embedded.js';
import { migrations } from '../../src/platform/database/migrations/list.js';

/** The table locks that keep others from writing, the weaker first. */
const MODES = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];
const HELD = `SELECT c.relname AS "table", l.mode FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
               WHERE l.pid = pg_backend_pid() AND c.relkind = 'r' AND c.oid = ANY($1::oid[])`;

/**
 * A migration that already keeps others from writing a table, and then asks for its strongest lock, makes a deadlock with
 * any transaction that has locked a row of it and is about to write: PostgreSQL ends that at once (40P01), and a request fails.
 */
describe('a migration takes the strongest lock of each table first, beside nodes that go on (D217)', () => {
  let pglite: PGlite;
  let database: pg.Client;
  const grown: string[] = [];
  const statements: string[] = [];
  beforeAll(async () => {
    pglite = await openPglite({});
    database = new pg.Client(createPgConfig(pglite));
    await database.connect();
    for (const Migration of migrations) await run(new Migration());
  }, 600_000);
  afterAll(async () => {
    await database.end();
    await pglite.close();
  });

  async function run(migration: InstanceType<(typeof migrations)[number]>): Promise<void> {
    await database.query('BEGIN');
    const { rows } = await database.query<{ oid: number }>(
      `SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    const there = rows.map(({ oid }) => oid);
    const strongest = new Map<string, number>();
    const query = async (sql: string, values?: unknown[]): Promise<unknown> => {
      const answer = await database.query(sql, values);
      statements.push(sql);
      const held = await database.query<{ table: string; mode: string }>(HELD, [there]);
      const now = new Map<string, number>();
      for (const { table, mode } of held.rows)
        now.set(table, Math.max(now.get(table) ?? -1, MODES.indexOf(mode)));
      for (const [table, mode] of now) {
        const before = strongest.get(table) ?? -1;
        if (before >= 0 && mode > before && mode >= MODES.indexOf('ExclusiveLock'))
          grown.push(`${migration.name}: ${table}, by ${sql}`);
        strongest.set(table, Math.max(before, mode));
      }
      return answer.rows;
    };
    await migration.up({ query } as unknown as QueryRunner);
    await database.query('COMMIT');
  }

  it('each of them', () => {
    expect(statements.length).toBeGreaterThan(200);
    expect(grown).toEqual([]);
  });
});
