import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditPartitions } from '../../src/platform/audit/audit-partitions.js';
import { Database } from '../../src/platform/database/database.js';
import { loggedAccount, bearer, tokensFor } from '../support/a01.js';
import { accountId, rows } from '../support/database-rows.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { createOwnDatabase } from '../support/test-database.js';

const NAME = 'OneIdentifierSpace1795441610000';

/** Until 0.1.0 each type of identifier had a space of its own. */
describe('the migration to one space of identifiers (§2.2, D20)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({}, createOwnDatabase);
    await undo();
  });
  afterAll(() => server.close());

  async function undo(): Promise<void> {
    const isThere = async () =>
      (await rows(server, 'SELECT FROM migration WHERE name = $1', [NAME])).length > 0;
    while (await isThere()) await server.get(Database).dataSource.undoLastMigration();
  }

  const add = (account: string, type: string, value: string, normalized: string, issuer = '') =>
    rows(
      server,
      'INSERT INTO account_identifier (account_id, type, value, normalized, issuer) VALUES ($1, $2, $3, $4, $5)',
      [account, type, value, normalized, issuer],
    );
  const all = () =>
    rows(server, 'SELECT id, type, value, normalized, issuer FROM account_identifier ORDER BY id');

  it('names what two accounts have, and changes nothing', async () => {
    const [anna, ben] = [await accountId(server, ANNA.email), await accountId(server, BEN.email)];
    await add(ben, 'ExternalId', 'Anna.K', 'ExternalId:Anna.K');
    await add(ben, 'Login', '49-151-12345678', '49-151-12345678');
    await add(anna, 'AccessToken', 'Ben@Family.Example', 'AccessToken:Ben@Family.Example');
    await add(ben, 'SOMETHING_ELSE', 'one', 'SOMETHING_ELSE:one');
    await add(anna, 'ExternalId', 'ONE', 'ExternalId:ONE');
    const before = await all();

    const message = await server
      .get(Database)
      .dataSource.runMigrations()
      .then(() => 'went on', String);

    for (const who of [
      `account ${anna} (Login "anna.k"), account ${ben} (ExternalId "Anna.K")`,
      `account ${anna} (Msisdn "+4915112345678"), account ${ben} (Login "49-151-12345678")`,
      `account ${ben} (Email "ben@family.example"), account ${anna} (AccessToken "Ben@Family.Example")`,
      `account ${ben} (SOMETHING_ELSE "one"), account ${anna} (ExternalId "ONE")`,
    ])
      expect(message).toContain(who);
    expect(message.match(/^ {2}/gm)).toHaveLength(4);
    expect(await all()).toEqual(before);
    expect(await rows(server, 'SELECT FROM migration WHERE name = $1', [NAME])).toEqual([]);
    await rows(
      server,
      `DELETE FROM account_identifier WHERE normalized LIKE '%:%' OR normalized LIKE '49-%'`,
    );
  });

  it('keeps everything else, and who had a login of digits signs in by it', async () => {
    const ben = await accountId(server, BEN.email);
    await add(ben, 'Login', '4915199999999', '4915199999999');
    await add(ben, 'ExternalId', 'Ext-77', 'ExternalId:Ext-77');
    await add(ben, 'ExternalId', 'Ext-77', 'ExternalId:Ext-77', 'shop');

    await server.get(Database).dataSource.runMigrations();
    await server.get(AuditPartitions).makeAhead(); // as a start does, which runs them

    const sql =
      'SELECT type, value, normalized, issuer FROM account_identifier WHERE account_id = $1 ORDER BY id';
    expect(await rows(server, sql, [ben])).toEqual([
      { type: 'Email', value: BEN.email, normalized: BEN.email, issuer: '' },
      { type: 'Login', value: '4915199999999', normalized: '+4915199999999', issuer: '' },
      { type: 'ExternalId', value: 'Ext-77', normalized: 'ext-77', issuer: '' },
      { type: 'ExternalId', value: 'Ext-77', normalized: 'ExternalId:Ext-77', issuer: 'shop' },
    ]);
    for (const identifier of ['4915199999999', 'ext-77', 'Ext-77']) {
      const { access_token: token } = await tokensFor(server, { email: identifier, password: BEN.password });
      expect((await loggedAccount(server, bearer(token))).body.a01.r.r).toMatchObject({ accountId: ben });
    }
  });

  it('deletes what was proposed and would be refused now, and nothing else that was', async () => {
    const { dataSource } = server.get(Database);
    const ben = await accountId(server, BEN.email);
    await undo();
    for (const value of ['+49-151-77777777', '2025550123', '12-345', 'ben.b'])
      await rows(
        server,
        `INSERT INTO invitation (digest, kind, account_id, new_type, new_value, created_at, expires_at)
         VALUES ($1, 'confirmation', $2, 'Login', $3, now(), now() + interval '1 day')`,
        [Buffer.from(value), ben, value],
      );
    await dataSource.runMigrations();
    const left = await rows<{ value: string }>(
      server,
      `SELECT new_value AS value FROM invitation WHERE new_type = 'Login' ORDER BY new_value`,
    );
    expect(left.map(({ value }) => value)).toEqual(['12-345', 'ben.b']);
  });

  it('lets no server of before write by its own spaces', async () => {
    const ben = await accountId(server, BEN.email);
    await expect(add(ben, 'ExternalId', 'x', 'ExternalId:x')).rejects.toThrow(
      'account_identifier_space_check',
    );
    await expect(add(ben, 'Login', '12345678', '12345678')).rejects.toThrow('account_identifier_space_check');
  });
});
