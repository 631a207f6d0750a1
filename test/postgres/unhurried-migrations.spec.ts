import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { connect } from '../../src/platform/database/connect.js';
import { ANSWER_TIMEOUT_MS, unhurriedOptions } from '../../src/platform/database/database-options.js';
import { Database } from '../../src/platform/database/database.js';
import { GuardedDataSource } from '../../src/platform/database/guarded-data-source.js';
import { eventually } from '../support/eventually.js';
import { startApp, type TestServer } from '../support/start-app.js';

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
  AND clock_timestamp() - query_start > interval '${ANSWER_TIMEOUT_MS + 500} ms'`;

describe('a migration', () => {
  let server: TestServer;
  let other: pg.Client;
  beforeAll(async () => {
    server = await startApp();
    other = new pg.Client(server.get(Database).dataSource.options.sessions?.unhurried);
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await server.close();
  });

  it('may take longer than any statement of a request', async () => {
    const { dataSource } = server.get(Database);
    await dataSource.undoLastMigration();
    await other.query('BEGIN');
    await other.query('LOCK TABLE migration IN SHARE MODE');
    await expect(dataSource.showMigrations()).resolves.toBe(true);
    const migrated = connect(dataSource.options);
    // Not by the transaction: it would see the same activity again and again.
    const waited = eventually(async () =>
      (await dataSource.query<unknown[]>(WAITING)).length === 0 ? null : true,
    );
    await Promise.race([migrated, waited]); // a migration that fails says why
    await other.query('COMMIT');
    const again = await migrated;
    await expect(again.showMigrations()).resolves.toBe(false);
    await again.destroy();
  });

  it('may also when it is run by hand (ormconfig.ts)', async () => {
    const byHand = new GuardedDataSource(unhurriedOptions(server.get(Database).dataSource.options));
    await byHand.initialize();
    expect(await byHand.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '0' }]);
    await byHand.destroy();
  });
});
