import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestServer } from '../support/start-app.js';

describe('migrations and entities (architecture §2)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  it('say the same: generating a migration on a migrated database yields nothing', async () => {
    const { dataSource } = server.get(Database);
    const { upQueries, downQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
    expect(downQueries.map(({ query }) => query)).toEqual([]);
  });

  it('have all been run at the start', async () => {
    expect(await server.get(Database).dataSource.showMigrations()).toBe(false);
  });
});
