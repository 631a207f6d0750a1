import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrationFiles, numberAfter } from '../../scripts/lists.mjs';
import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestServer } from '../support/start-app.js';

describe('migrations and entities (architecture §2)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  it('match: generating a migration on a migrated database yields nothing', async () => {
    const { dataSource } = server.get(Database);
    const { upQueries, downQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
    expect(downQueries.map(({ query }) => query)).toEqual([]);
  });

  it('have all run at the start', async () => {
    expect(await server.get(Database).dataSource.showMigrations()).toBe(false);
  });

  it('have ascending numbers, also when the last one is from the future', () => {
    const files = migrationFiles();
    const last = Number.parseInt(files.at(-1) as string);
    expect([last - 1, last, last + 9].map((now) => numberAfter(files, now))).toEqual([
      last + 1,
      last + 1,
      last + 9,
    ]);
  });
});
