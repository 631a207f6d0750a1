import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { entities } from '../../src/entities.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { connect } from '../../src/platform/database/connect.js';
import { databaseOptions, type DatabaseOptions } from '../../src/platform/database/database-options.js';
import { GuardedDataSource } from '../../src/platform/database/guarded-data-source.js';
import { migrations } from '../../src/platform/database/migrations/list.js';
import { EVERY_TABLE, SCHEMA } from '../support/every-table.js';
import { createDatabaseOf, type TestDatabase } from '../support/test-database.js';

/** A database that ran the merged migrations one by one, with a row in every table; scripts/upgrade-dump.ts made it. */
const BEFORE = gunzipSync(readFileSync('test/upgrade/every-table.sql.gz')).toString();
const LAST = 'People1795490000000';
const SOME = `${BEFORE}\nDELETE FROM public.migration WHERE timestamp >= 1795490000000;`;
const TOO_OLD =
  'The database is older than 0.2.0, and nothing in it was changed: upgrade it with Hearth 0.2.0 first, then with this version.';

type Rows = Readonly<Record<string, readonly object[]>>;

describe('the migration that replaces the first 27', () => {
  const databases: TestDatabase[] = [];
  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  async function optionsOf(sql: string): Promise<DatabaseOptions> {
    const database = await createDatabaseOf(sql);
    databases.push(database);
    return databaseOptions(loadConfig(database.settings), entities);
  }

  async function using<T>(
    opened: Promise<GuardedDataSource>,
    work: (dataSource: GuardedDataSource) => Promise<T>,
  ): Promise<T> {
    const dataSource = await opened;
    try {
      return await work(dataSource);
    } finally {
      await dataSource.destroy();
    }
  }

  const opened = (options: DatabaseOptions) => new GuardedDataSource(options).initialize();
  const schemaOf = async (dataSource: GuardedDataSource): Promise<string[]> =>
    (await dataSource.query<{ line: string }[]>(SCHEMA)).map(({ line }) => line);
  const namesOf = async (dataSource: GuardedDataSource): Promise<string[]> =>
    (await dataSource.query<{ name: string }[]>('SELECT name FROM migration ORDER BY id')).map(
      ({ name }) => name,
    );
  async function rowsOf(dataSource: GuardedDataSource): Promise<Rows> {
    const all: Record<string, readonly object[]> = {};
    for (const { name } of await dataSource.query<{ name: string }[]>(EVERY_TABLE)) {
      const rows = await dataSource.query<{ row: object }[]>(`SELECT to_jsonb(t) AS row FROM "${name}" t`);
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  }

  it('is the first one, under the name of the last that it replaces', () => {
    expect(migrations[0].name).toBe(LAST);
  });

  describe('a database that ran all of those', () => {
    let options: DatabaseOptions;
    let before: { rows: Rows; names: string[] };
    let after: { rows: Rows; names: string[]; schema: string[] };
    beforeAll(async () => {
      options = await optionsOf(BEFORE);
      before = await using(opened(options), async (dataSource) => ({
        rows: await rowsOf(dataSource),
        names: await namesOf(dataSource),
      }));
      after = await using(connect(options), async (dataSource) => ({
        rows: await rowsOf(dataSource),
        names: await namesOf(dataSource),
        schema: await schemaOf(dataSource),
      }));
    });

    it('goes on, with every row of every table', () => {
      expect(Object.keys(before.rows).length).toBeGreaterThan(50);
      expect(Object.keys(before.rows).filter((table) => before.rows[table].length === 0)).toEqual([]);
      expect(after.rows).toMatchObject(before.rows);
    });

    it('runs what is new, and keeps the names of migrations that are no longer there', () => {
      expect(before.names).toContain('Initial1795200000000');
      const pending = migrations.map(({ name }) => name).filter((name) => !before.names.includes(name));
      expect(after.names).toEqual([...before.names, ...pending]);
    });

    it('has the schema of a new one', async () => {
      const fresh = await using(connect(await optionsOf('')), schemaOf);
      expect(fresh.length).toBeGreaterThan(500);
      expect(after.schema).toEqual(fresh);
    });

    it('is not changed by undoing a migration, which is refused', async () => {
      await using(opened(options), async (dataSource) => {
        await expect(dataSource.undoLastMigration()).rejects.toThrow('restore the backup');
        expect(await namesOf(dataSource)).toEqual(after.names);
      });
    });
  });

  describe('a database that ran only some of those', () => {
    let options: DatabaseOptions;
    beforeAll(async () => {
      options = await optionsOf(SOME);
    });

    const state = () =>
      using(opened(options), async (dataSource) => ({
        rows: await rowsOf(dataSource),
        names: await namesOf(dataSource),
        schema: await schemaOf(dataSource),
      }));

    it.each([
      ['a start', () => connect(options)],
      ['a start that runs no migrations', () => connect({ ...options, migratesAtStart: false })],
      ['migration:run', () => using(opened(options), (dataSource) => dataSource.runMigrations())],
    ])('is refused by %s in one sentence, and stays as it is', async (_by, begin) => {
      const before = await state();
      expect(before.names).toHaveLength(26);
      await expect(begin()).rejects.toThrow(new Error(TOO_OLD));
      expect(await state()).toEqual(before);
    });
  });
});
