import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { GrantRemoval, PART } from '../../../src/oauth/consent/grant-removal.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { accountId, clientRowId, count, rows } from '../../support/database-rows.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const { id: clientId } = CLIENTS.imported;

describe('client with more grants than one statement should delete', () => {
  let server: TestServer;
  let admin: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    admin = await AdminApi.signIn(server, await newAdmin(server));
    await rows(
      server,
      `INSERT INTO token_grant (account_id, client_id, token_type, created_at, ends_at, ends_on)
       SELECT $1, $2, 'bearer', $3, $3::timestamptz + interval '1 year', $3::date + 365 FROM generate_series(1, $4)`,
      [
        await accountId(server, ANNA.email),
        await clientRowId(server, clientId),
        server.clock.now(),
        2 * PART + 1,
      ],
    );
  });
  afterAll(() => server.close());

  const grants = async () =>
    count(server, 'token_grant', `client_id = ${await clientRowId(server, clientId)}`);
  const remove = async () => {
    const { headers } = await admin.send('GET', `/clients/${clientId}`);
    const etag = headers.etag as string;
    return admin.send('DELETE', `/clients/${clientId}`, { headers: { 'If-Match': etag } });
  };

  it('is disabled first: nothing is deleted while it may get more', async () => {
    const { status, body } = await remove();
    expect([status, body.detail]).toEqual([409, 'It has many grants: disable it, then delete it.']);
    expect(await grants()).toBe(2 * PART + 1);
  });

  it('is not deleted for a caller with another version of it', async () => {
    const stale = await admin.send('DELETE', `/clients/${clientId}`, {
      headers: { 'If-Match': '"another"' },
    });
    expect(stale.status).toBe(412);
    expect(await grants()).toBe(2 * PART + 1);
  });

  it('is deleted by as many requests as it takes: each reports its progress', async () => {
    const { headers } = await admin.send('GET', `/clients/${clientId}`);
    const ifMatch = { 'If-Match': headers.etag as string };
    await admin.send('PATCH', `/clients/${clientId}`, { body: { isDisabled: true }, headers: ifMatch });
    const removal = server.get(GrantRemoval);
    const run = jest.spyOn(removal, 'run').mockResolvedValueOnce({ removed: PART, isDone: false });
    const unfinished = await remove();
    expect([unfinished.status, unfinished.body.type]).toEqual([409, 'urn:hearth:problem:unfinished']);
    expect(unfinished.body.detail).toBe(
      '5,000 grants were deleted, and there are more: delete it again to go on.',
    );
    run.mockRestore();
    expect((await remove()).status).toBe(204);
    expect(await count(server, 'client', `client_id = '${clientId}'`)).toBe(0);
    expect(await count(server, 'token_grant', `ends_on > current_date + 300 AND device_id IS NULL`)).toBe(0);
  });
});
