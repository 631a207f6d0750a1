import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { auditPartitions } from '../support/audit-months.js';
import { rows } from '../support/database-rows.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { createOwnDatabase } from '../support/test-database.js';

const NAME = 'AuditPartitions1795475000000';
/** The first and the last action that each class had. */
const CLASSES: Readonly<Record<string, string>> = {
  signin: 'signin',
  'call.denied': 'signin',
  'token.issued': 'token',
  'token.refused': 'token',
  'consent.allowed': 'consent',
  'consent.ended': 'consent',
  'profile.changed': 'account',
  'account.link-declined': 'account',
  'account.created': 'provisioning',
  'member.put': 'provisioning',
  'client.created': 'administration',
  'import.made': 'administration',
  'action.of-an-earlier-version': 'administration',
};
const ACTIONS = Object.keys(CLASSES);

describe('the migration of the audit to partitions (D229)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({}, createOwnDatabase);
    await undo();
    await rows(server, 'DELETE FROM audit_event');
  });
  afterAll(() => server.close());

  async function undo(): Promise<void> {
    const isThere = async () =>
      (await rows(server, 'SELECT FROM migration WHERE name = $1', [NAME])).length > 0;
    while (await isThere()) await server.get(Database).dataSource.undoLastMigration();
  }
  const COLUMNS = 'id, at, action, outcome, client_id, account_id, target, address, details';
  const all = () => rows<object>(server, `SELECT ${COLUMNS} FROM audit_event ORDER BY id`);

  it('moves every event into the month of its class, as it is, and back', async () => {
    const insert = `INSERT INTO audit_event (at, action, outcome, client_id, account_id, target, address, details)
      SELECT '2025-12-31T23:59:59.999999Z'::timestamptz + n * interval '20 days', action, 'ok', 'shop', n, 'thing:' || n,
             '192.0.2.1', '{"n": 1}'
        FROM unnest($1::text[]) WITH ORDINALITY AS _ (action, n)`;
    await rows(server, insert, [ACTIONS]);
    const before = await all();

    await server.get(Database).dataSource.runMigrations();

    expect(await all()).toEqual(before);
    const placed = await rows<{ action: string; kept: string; isThere: boolean }>(
      server,
      `SELECT action, class AS kept, tableoid::regclass::text = 'audit_event_' || class || '_' ||
              to_char(at AT TIME ZONE 'UTC', 'YYYY_MM') AS "isThere" FROM audit_event ORDER BY id`,
    );
    expect(placed).toEqual(ACTIONS.map((action) => ({ action, kept: CLASSES[action], isThere: true })));

    await undo();
    expect(await all()).toEqual(before);
    await server.get(Database).dataSource.runMigrations();
    expect(await all()).toEqual(before);
  });

  it('leaves no gap: new events have new ids, and the months from now on are there', async () => {
    const [{ last }] = await rows<{ last: string }>(server, 'SELECT max(id) AS last FROM audit_event');
    const sql = `INSERT INTO audit_event (at, class, action, outcome)
      SELECT now() + n * interval '1 month', 'account', 'profile.changed', 'ok' FROM generate_series(0, 3) AS n RETURNING id`;
    const [{ id }] = await rows<{ id: string }>(server, sql);
    expect(BigInt(id)).toBe(BigInt(last) + 1n);
    expect(await rows(server, `SELECT FROM pg_class WHERE relname LIKE 'audit_event_before%'`)).toEqual([]);
    expect((await auditPartitions(server, 'account')).length).toBeGreaterThanOrEqual(4);
  });
});
