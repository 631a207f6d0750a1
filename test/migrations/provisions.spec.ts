import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { accountId, clientRowId, rows } from '../support/database-rows.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { createOwnDatabase } from '../support/test-database.js';

/** What stood in a database of before is taken along as D161 has it. */
describe('the migration to provisions (D161)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({}, createOwnDatabase);
    const { dataSource } = server.get(Database);
    const isThere = async () =>
      (await rows(server, `SELECT FROM migration WHERE name = 'Provisions1795400000000'`)).length > 0;
    while (await isThere()) await dataSource.undoLastMigration();
  });
  afterAll(() => server.close());

  it('turns what nobody confirmed into a question, and leaves the rest', async () => {
    const anna = await accountId(server, ANNA.email);
    const client = await clientRowId(server, CLIENTS.provisioning.id);
    const add = async (
      account: string,
      value: string,
      isValidated: boolean,
      issuer = '',
    ): Promise<string> => {
      const type = issuer === '' ? 'Email' : 'ExternalId';
      const sql = `INSERT INTO account_identifier (account_id, type, value, normalized, issuer, is_validated)
        VALUES ($1, $2, $3, $3, $4, $5) RETURNING id::text`;
      const [{ id }] = await rows<{ id: string }>(server, sql, [account, type, value, issuer, isValidated]);
      return id;
    };
    const link = (account: string, identifier: string, digest: string) =>
      rows(
        server,
        `INSERT INTO invitation (digest, kind, account_id, identifier_id, client_id, created_at, expires_at)
         VALUES ($1, 'confirmation', $2, $3, $4, now(), now() + interval '7 days')`,
        [Buffer.from(digest), account, identifier, client],
      );
    const [{ id: lone }] = await rows<{ id: string }>(
      server,
      `INSERT INTO account (name, status, password_hash, created_at) VALUES ('Lone', 'active', 'x', now()) RETURNING id::text`,
    );
    await link(anna, await add(anna, 'planted@evil.example', false), 'planted');
    await link(anna, await add(anna, 'proven@own.example', true), 'proven');
    await link(lone, await add(lone, 'only@own.example', false), 'only');
    await add(anna, '4711', false, 'https://portal.example');
    await rows(server, `UPDATE client SET profile = 'strict' WHERE client_id = $1`, [CLIENTS.thirdParty.id]);

    await server.get(Database).dataSource.runMigrations();

    const values = (id: string) =>
      rows(
        server,
        'SELECT value, is_validated AS yes FROM account_identifier WHERE account_id = $1 ORDER BY id',
        [id],
      );
    expect(await values(anna)).toEqual([
      { value: ANNA.email, yes: true },
      { value: ANNA.msisdn, yes: false },
      { value: ANNA.login, yes: false },
      { value: 'proven@own.example', yes: true },
      { value: '4711', yes: true },
    ]);
    expect(await values(lone)).toEqual([{ value: 'only@own.example', yes: false }]);
    const links = `SELECT account_id::text AS account, new_value AS value FROM invitation WHERE kind = 'confirmation'`;
    expect(await rows(server, links)).toEqual([{ account: anna, value: 'planted@evil.example' }]);
    expect(
      await rows(
        server,
        'SELECT client_id AS id, provisions FROM client WHERE provisions IS NOT NULL ORDER BY 1',
      ),
    ).toEqual([
      { id: CLIENTS.thirdParty.id, provisions: 'all' },
      { id: CLIENTS.strict.id, provisions: 'all' },
    ]);
    expect(await rows(server, 'SELECT FROM family WHERE created_by IS NOT NULL')).toEqual([]);
  });
});
