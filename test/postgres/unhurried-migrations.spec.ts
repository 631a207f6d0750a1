import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unhurriedOptions } from '../../src/platform/database/database-options.js';
import { ANSWER_MS } from '../../src/platform/waits.js';
import { Database } from '../../src/platform/database/database.js';
import { GuardedDataSource } from '../../src/platform/database/guarded-data-source.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { migrations } from '../../src/platform/database/migrations/list.js';
import { count } from '../support/database-rows.js';
import { eventually } from '../support/eventually.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { untilWaiting } from '../support/waiting.js';

/** Locks one table, then another. */
class NextOne1999999999999 implements MigrationInterface {
  name = 'NextOne1999999999999';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['outbox_message', 'webhook'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN next_one integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['outbox_message', 'webhook'])
      await runner.query(`ALTER TABLE ${table} DROP COLUMN next_one`);
  }
}
const BEGINS = '1/1 NextOne1999999999999';
const WAITS = `${BEGINS} waits until others need its tables no more; it is tried again until then`;

const SLOW = `
  CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(${(ANSWER_MS + 500) / 1000}); RETURN NEW; END $$;
  CREATE TRIGGER slow BEFORE INSERT ON migration FOR EACH ROW EXECUTE FUNCTION slow()`;

describe('a migration', () => {
  let server: TestServer;
  let upgraded: GuardedDataSource;
  let other: pg.Client;
  beforeAll(async () => {
    server = await startApp();
    const { options } = server.get(Database).dataSource;
    upgraded = new GuardedDataSource({ ...options, migrations: [...migrations, NextOne1999999999999] });
    await upgraded.initialize();
    other = new pg.Client(options.sessions?.unhurried);
    await other.connect();
    await other.query('SET idle_in_transaction_session_timeout = 0'); // a busy machine takes longer
  });
  afterEach(() => upgraded.undoLastMigration());
  afterAll(async () => {
    await other.end();
    await upgraded.destroy();
    await server.close();
  });

  it('may take longer than any statement of a request', async () => {
    await other.query(SLOW);
    expect(await migrate(upgraded)).toBe(1);
    await other.query('DROP FUNCTION slow CASCADE');
  });

  it('may also when it is run by hand (ormconfig.ts)', async () => {
    const byHand = new GuardedDataSource(unhurriedOptions(upgraded.options));
    await byHand.initialize();
    expect(await byHand.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '0' }]);
    await byHand.runMigrations();
    await byHand.destroy();
  });

  it('gives way when others use its tables, says so, and is retried (D217)', async () => {
    const said: string[] = [];
    await other.query('BEGIN; LOCK TABLE webhook IN ACCESS SHARE MODE');
    const migrated = migrate(upgraded, (line) => said.push(line));
    await eventually(() => Promise.resolve(said.includes(WAITS) || null));
    // In an endless transaction both would be waited for longer than a statement may take.
    expect(await count(server, 'webhook')).toBe(0);
    expect(await count(server, 'outbox_message')).toBe(0);
    await other.query('COMMIT');
    expect(await migrated).toBe(1);
    expect(said).toEqual([BEGINS, WAITS]);
  });

  it('gives way when it and another session wait for each other (D217)', async () => {
    await other.query('BEGIN; LOCK TABLE webhook IN ACCESS SHARE MODE');
    const migrated = migrate(upgraded);
    await untilWaiting(server);
    await other.query('LOCK TABLE outbox_message IN ACCESS SHARE MODE');
    await other.query('COMMIT');
    expect(await migrated).toBe(1);
  });
});
