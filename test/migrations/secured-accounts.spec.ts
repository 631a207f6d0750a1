import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { SecuredAccounts1795610000000 } from '../../src/platform/database/migrations/1795610000000-secured-accounts.js';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { rows } from '../support/database-rows.js';
import { newMember } from '../support/forgotten-password.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { createOwnDatabase } from '../support/test-database.js';

/** A secured account was on hold for 72 hours. */
const BEFORE = `
  UPDATE account SET held_until = secured_at + interval '72 hours' WHERE status = 'disabled' AND secured_at IS NOT NULL;
  ALTER TABLE account DROP COLUMN support_held_at, DROP COLUMN secured_for, DROP COLUMN secured_at`;

describe('the migration of secured accounts (D346)', () => {
  let server: TestServer;
  let admin: AdminApi;
  beforeAll(async () => {
    server = await startApp({}, createOwnDatabase);
    admin = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());

  const identifierOf = async (accountId: string): Promise<string> =>
    (
      await rows<{ id: string }>(
        server,
        'SELECT id::text FROM account_identifier WHERE account_id = $1 LIMIT 1',
        [accountId],
      )
    )[0].id;
  const state = async (accountId: string) =>
    (
      await rows<{ status: string; held: Date | null; at: Date | null; to: string | null }>(
        server,
        'SELECT status, held_until AS held, secured_at AS at, secured_for::text AS to FROM account WHERE id = $1',
        [accountId],
      )
    )[0];

  it('gives those that wait for a link no end, and the address that it was sent to; a hold keeps its end', async () => {
    const [secured, byHand, opened, held] = await Promise.all(
      [1, 2, 3, 4].map(async () => (await newMember(server)).id),
    );
    const to = await identifierOf(secured);
    for (const id of [opened, secured])
      await admin.send('POST', `/accounts/${id}/secure`, { body: { to: await identifierOf(id) } });
    await rows(server, `UPDATE account_identifier SET type = 'Login' WHERE account_id = $1 RETURNING 1`, [
      byHand,
    ]);
    const { status } = await admin.send('POST', `/accounts/${byHand}/secure`, { body: { to: 'link' } });
    const at = server.clock.now();
    await admin.send('PATCH', `/accounts/${opened}`, { body: { status: 'active' }, ifMatch: '*' });
    server.clock.advance({ minutes: 1 });
    for (const id of [opened, held]) await admin.send('POST', `/accounts/${id}/hold`);
    const until = (await state(held)).held;
    expect([status, until]).toEqual([200, expect.anything()]);

    const [migration, runner] = [
      new SecuredAccounts1795610000000(),
      server.get(Database).dataSource.createQueryRunner(),
    ];
    await runner.query(BEFORE);
    await migration.up(runner);
    await runner.release();

    expect(await Promise.all([secured, byHand, opened, held].map(state))).toEqual([
      { status: 'disabled', held: null, at, to },
      { status: 'disabled', held: null, at, to: null },
      { status: 'disabled', held: until, at: null, to: null },
      { status: 'disabled', held: until, at: null, to: null },
    ]);
  });
});
