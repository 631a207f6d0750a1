import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { bearer, refresh } from '../../support/a01.js';
import { AdminApi, newAdmin, sendJson } from '../../support/admin-api.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { exchange, makeDevicePassword } from '../../support/device-passwords.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const OPS = {
  clientId: 'ops',
  name: 'Ops',
  ruleset: 'EVERYTHING',
  clientType: 'confidential' as const,
  isPrivileged: true,
};

describe('reach of a device password (D248)', () => {
  let server: TestServer;
  let ops: { id: string; secret: string };
  let me: Member;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startApp();
    const api = await AdminApi.signIn(server, await newAdmin(server));
    await api.send('POST', '/rulesets', { body: { name: 'EVERYTHING', rules: ['*'] } });
    const { body } = await api.send('POST', '/clients', { body: OPS });
    ops = { id: OPS.clientId, secret: String(body.secret) };
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    me = await newMember(server);
    browser = new CookieBrowser(server);
    await browser.signIn(me);
  });

  it('its token never administers, whatever its account and client may do, nor do refreshed tokens', async () => {
    await rows(server, `UPDATE account SET role = 'administrator' WHERE id = $1 RETURNING 1`, [me.id]);
    const list = (token: string) => sendJson(server, 'GET', '/accounts', { headers: bearer(token) });
    const own = await exchange(server, me.email, me.password, ops);
    expect((await list(own.body.access_token)).status).toBe(200);
    const plain = await makeDevicePassword(server, browser, ops.id);
    const { body } = await exchange(server, me.email, plain, ops);
    const refreshed = await refresh(server, body.refresh_token, ops);
    for (const token of [body.access_token, refreshed.body.access_token]) {
      const refused = await list(token);
      expect([refused.status, refused.text.includes('never administers')]).toEqual([403, true]);
    }
  });

  it('a session by device password replaces the session of a browser that was signed in to the pages', async () => {
    const plain = await makeDevicePassword(server, browser, null);
    const answer = await browser.post('/api/log2/in', { identifier: me.email, password: plain });
    expect(answer.status).toBe(200);
    expect((await browser.get('/account')).headers.location).toBe('/sign-in');
  });

  it('ending it and signing in with it at once leaves nothing behind', async () => {
    const plain = await makeDevicePassword(server, browser);
    const [{ id }] = await rows<{ id: string }>(
      server,
      'SELECT id FROM device_password WHERE account_id = $1',
      [me.id],
    );
    const tries = Array.from({ length: 6 }, () => exchange(server, me.email, plain));
    const [, ...answers] = await Promise.all([
      browser.post(`/account/device-passwords/${id}/end`, {}),
      ...tries,
    ]);
    for (const { status } of answers) expect([200, 400]).toContain(status);
    const left = `account_id = ${me.id} AND revoked_at IS NULL AND device_password_id IS NOT NULL`;
    expect(await count(server, 'token_grant', left)).toBe(0);
  });

  it('a disabled account and a deleted client end it', async () => {
    const plain = await makeDevicePassword(server, browser);
    await server.get(AccountService).disable(me.id);
    expect((await exchange(server, me.email, plain)).status).toBe(400);
    expect((await exchange(server, me.email, me.password)).status).toBe(400);
  });
});
