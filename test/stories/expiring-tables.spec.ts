import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { emptiedTables, expiringTables } from '../../src/platform/database/expiring-tables.js';
import { request } from '../support/http.js';
import { startApp, type TestServer } from '../support/start-app.js';

/** Names of columns whose time makes a row useless. */
const AN_END = /(?:^|_)(?:expires|ends|ended|until|forget|deletes|unused|refilled|seen)_/;

/** Columns with such names that do not end the row. */
const NO_END: Readonly<Record<string, string>> = {
  'account.deletes_at': 'an account is more than its row: DueActs deletes it',
  'client_secret.expires_at': 'an administrator sees that it expired, until it is removed',
  'webhook.previous_ends_at': 'ends the previous secret, not the webhook',
  'invitation.ended_by': 'says what ended it, not when',
  'sent_invitation.ended_at': 'it is kept for a month after its own time, whatever ended it',
  'sent_invitation.ended_by': 'says what ended it, not when',
  'token_grant.ends_at': 'moves with each refresh, so the clean-up goes by the day when it looks again',
  'token_grant.ends_on': 'the day when the clean-up looks again, not the end',
};

describe('expiry is declared on the entity, and nowhere else (D306)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  const expiring = () => expiringTables(server.get(Database).dataSource);

  it('each column that sounds like an expiry is one, or has a reason', () => {
    const times = server
      .get(Database)
      .dataSource.entityMetadatas.flatMap(({ tableName, ownColumns }) =>
        ownColumns.map(({ databaseName }) => [tableName, databaseName] as const),
      )
      .filter(([, column]) => AN_END.test(column))
      .map((column) => column.join('.'));
    const ends = expiring().map(({ table, end }) => `${table}.${end}`);
    expect(times.length).toBeGreaterThan(25);
    expect(times.filter((column) => !ends.includes(column)).sort()).toEqual(Object.keys(NO_END).sort());
    expect(Object.keys(NO_END).filter((column) => ends.includes(column))).toEqual([]);
  });

  it('none is declared twice, each by a time and the whole key', () => {
    const { dataSource } = server.get(Database);
    const tables = expiring();
    expect(new Set(tables.map(({ table }) => table)).size).toBe(tables.length);
    for (const { table, key, end, keptMs } of tables) {
      const { columns, primaryColumns } = dataSource.getMetadata(table);
      expect(columns.find(({ databaseName }) => databaseName === end)?.type).toBe('timestamptz');
      expect(key).toEqual(primaryColumns.map(({ databaseName }) => databaseName));
      expect(keptMs).toBeGreaterThanOrEqual(0);
    }
  });

  it('/metrics has the rows of each of them, and of tables that are emptied otherwise', async () => {
    const { text } = await request(server, { path: '/metrics' });
    const measured = [...text.matchAll(/^hearth_table_rows\{table="(\w+)"\}/gm)].map(([, table]) => table);
    const tables = emptiedTables(server.get(Database).dataSource);
    expect(tables).toEqual(
      expect.arrayContaining(['session', 'token_grant', 'subject_event', 'audit_event']),
    );
    expect(measured.sort()).toEqual(tables);
  });
});
