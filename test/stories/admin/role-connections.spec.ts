import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountRoles } from '../../../src/identity/accounts/account-roles.js';
import { Database } from '../../../src/platform/database/database.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { count, rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const ISSUER = 'https://portal.example';

describe('ExternalIds of an account with a role (D323)', () => {
  let server: TestServer;
  let api: AdminApi;
  let member: Member;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    member = await newMember(server);
  });

  const connect = (id: string, value: string) =>
    api.send('POST', `/accounts/${id}/external-ids`, { body: { issuer: ISSUER, value } });
  const giveRole = () =>
    server.get(Database).transaction((tx) => server.get(AccountRoles).change(tx, member.id, 'support'));
  const connected = () =>
    count(server, 'account_identifier', `account_id = ${member.id} AND type = 'ExternalId' AND is_validated`);

  it('are not attached by an administrator, who learns who can', async () => {
    const { id } = await newAdmin(server, 'support');
    const { status, body } = await connect(id, `of ${id}`);
    expect(status).toBe(409);
    expect(body.detail).toContain('only its own user can connect it');
    expect(await count(server, 'account_identifier', `account_id = ${id} AND type = 'ExternalId'`)).toBe(0);
  });

  it('attached by others before no longer sign in once the role is given', async () => {
    expect((await connect(member.id, `of ${member.id}`)).status).toBe(201);
    expect(await connected()).toBe(1);
    await giveRole();
    expect(await connected()).toBe(0);
  });

  it('connected by the owner long ago stay', async () => {
    await connect(member.id, `of ${member.id}`);
    await rows(
      server,
      `UPDATE account_identifier SET added_at = $2 WHERE account_id = $1 AND type = 'ExternalId'`,
      [member.id, server.clock.now()],
    );
    server.clock.advance({ days: 31 });
    await giveRole();
    expect(await connected()).toBe(1);
  });
});
