import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FirstAdministrator } from '../../../src/admin/shell/access/first-administrator.js';
import type { CheckView } from '../../../src/admin/doctor/check.view.js';
import { AdminApi, ADMIN_PASSWORD, newAdmin, sendJson, type Admin } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import {
  Authenticator as CodesApp,
  keyIn,
  protect,
  recoveryIn,
  setupIn,
} from '../../support/authenticator.js';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId, count, rows } from '../../support/database-rows.js';
import { settleFactor } from '../../support/device-passwords.js';
import { newMember } from '../../support/forgotten-password.js';
import { newEmail } from '../../support/invitations.js';
import { startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

const SET_UP = '/admin/sign-in/set-up';
const OWN = '/account/second-factor';

interface SetupCode {
  readonly code: string;
  readonly expiresAt: string;
}

describe('creating a set-up code (D322)', () => {
  let server: TestServer;
  let admin: Admin;
  let api: AdminApi;
  beforeAll(async () => {
    ({ server } = await startAtName());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 120 });
    admin = await newAdmin(server);
    api = await AdminApi.signIn(server, admin);
  });

  const change = async (id: string, body: object) => {
    const { headers } = await api.send('GET', `/accounts/${id}`);
    return api.send('PATCH', `/accounts/${id}`, { body, ifMatch: headers.etag });
  };
  const give = (id: string, role: string | null) => change(id, { role });
  const made = async (id: string) => api.send('POST', `/accounts/${id}/setup-code`);
  const setUpBy = async (who: Pick<Admin, 'email' | 'password'>, setupCode: string): Promise<number> => {
    const browser = new CookieBrowser(server);
    await browser.signIn(who);
    const page = await browser.post(OWN);
    const form = { setup: setupIn(page), code: new CodesApp(server, keyIn(page)).code(), setupCode };
    return recoveryIn(await browser.post(`${OWN}/confirm`, form)).length;
  };

  it('with the role, and shown to the administrator who gives it', async () => {
    const member = await newMember(server);
    const { status, body } = await give(member.id, 'support');
    const { code, expiresAt } = body.setupCode as SetupCode;
    expect([status, body.takesSetupCode]).toEqual([200, true]);
    expect(new Date(expiresAt).getTime() - server.clock.millis()).toBe(24 * 60 * 60 * 1000);
    const raised = (await give(member.id, 'administrator')).body.setupCode as SetupCode;
    expect(await setUpBy(member, code)).toBe(0);
    expect(await setUpBy(member, raised.code)).toBe(10);
    expect((await api.send('GET', `/accounts/${member.id}`)).body.takesSetupCode).toBe(false);
  });

  it('not for an account with a second factor, and not by another change', async () => {
    const member = await newMember(server);
    const browser = new CookieBrowser(server);
    await browser.signIn(member);
    await protect(server, browser);
    await settleFactor(server, member.id);
    expect((await give(member.id, 'support')).body.setupCode).toBeUndefined();
    expect((await change(admin.id, { name: 'Ada' })).body.setupCode).toBeUndefined();
    expect((await made(member.id)).status).toBe(409);
  });

  it('for an account that recently set codes up with only the password: they end, since anyone with the password could have set them up', async () => {
    const member = await newMember(server);
    const browser = new CookieBrowser(server);
    await browser.signIn(member);
    await protect(server, browser);
    expect((await give(member.id, 'support')).body.setupCode).toBeDefined();
    expect(await count(server, 'totp', `account_id = ${member.id}`)).toBe(0);
  });

  it('by another administrator, replacing an older one, and recorded', async () => {
    const other = await newAdmin(server, 'support');
    const [first, second] = [await made(other.id), await made(other.id)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await setUpBy(other, (first.body as unknown as SetupCode).code)).toBe(0);
    const events = await new AuditTrail(server).of(() => made(other.id));
    expect(events.map(({ action, target }) => [action, target])).toEqual([
      ['account.setup_code_made', `account:${other.id}`],
    ]);
  });

  it('never for oneself, by support, for an account without a role, disabled or unknown', async () => {
    expect((await made(admin.id)).status).toBe(403);
    const support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
    expect((await support.send('POST', `/accounts/${admin.id}/setup-code`)).status).toBe(403);
    expect((await made((await newMember(server)).id)).status).toBe(409);
    const closed = await newAdmin(server);
    await rows(server, `UPDATE account SET status = 'disabled' WHERE id = $1`, [closed.id]);
    expect((await made(closed.id)).status).toBe(409);
    for (const id of ['999999999', 'nobody']) expect((await made(id)).status).toBe(404);
    expect(await count(server, 'factor_setup_code', `account_id IN (${admin.id}, ${closed.id})`)).toBe(0);
  });

  it('after a recent confirmation of the password', async () => {
    const other = await newAdmin(server);
    server.clock.advance({ minutes: 6 });
    expect((await made(other.id)).body.type).toBe('urn:hearth:problem:confirmation-required');
  });

  it('on the page of the account in the console, which shows it once', async () => {
    const browser = new CookieBrowser(server);
    await browser.post('/admin/sign-in', { identifier: admin.email, password: ADMIN_PASSWORD });
    const member = await newMember(server);
    const page = `/admin/accounts/${member.id}`;
    const before = await browser.get(page);
    expect(before.text).not.toContain('Make a set-up code');
    const [, etag] = /name="etag" value="([^"]*)"/.exec(before.text) ?? [];
    const given = await browser.post(`${page}/role`, {
      role: 'administrator',
      etag: etag.replaceAll('&quot;', '"'),
    });
    const [, code] = /id="setup-code"[^>]*>((?:[0-9a-z]{5}-){4}[0-9a-z]{5})</.exec(given.text) ?? [];
    expect([given.status, code?.length]).toEqual([201, 29]);
    const shown = await browser.get(page);
    expect([shown.text.includes('Make a set-up code'), shown.text.includes(code)]).toEqual([true, false]);
    server.clock.advance({ minutes: 6 });
    const refused = await browser.post(`${page}/setup-code`, { password: 'wrong' });
    expect([refused.status, refused.text.includes('id="setup-code"')]).toEqual([422, false]);
    const again = await browser.post(`${page}/setup-code`, { password: ADMIN_PASSWORD });
    expect([again.status, again.text.includes('id="setup-code"')]).toEqual([201, true]);
    expect(await setUpBy(member, code)).toBe(0);
    expect((await browser.get(`/admin/accounts/${admin.id}`)).text).not.toContain('Make a set-up code');
  });

  it('Doctor names accounts with a role and no second factor', async () => {
    const check = async () => {
      const { body } = await api.send('GET', '/doctor');
      return JSON.stringify((body.checks as CheckView[]).find(({ name }) => name === 'second factors'));
    };
    expect(await check()).toContain(`(account ${admin.id})`);
    await rows(
      server,
      `INSERT INTO totp (account_id, sealed, created_at, confirmed_at) VALUES ($1, '', $2, $2)`,
      [admin.id, server.clock.now()],
    );
    expect(await check()).not.toContain(`(account ${admin.id})`);
  });
});

it('the code that created the first administrator sets up the second factor, too', async () => {
  const { server } = await startAtName({ ADMIN_SECOND_FACTOR: 'required' });
  try {
    const code = (await server.get(FirstAdministrator).offer()) as string;
    const who = { name: 'First', identifier: newEmail(), password: ADMIN_PASSWORD };
    expect((await sendJson(server, 'POST', '/setup', { body: { code, ...who } })).status).toBe(201);
    const browser = new CookieBrowser(server);
    await browser.post('/admin/sign-in', { ...who, next: '' });
    const page = await browser.get(SET_UP);
    const form = { setup: setupIn(page), code: new CodesApp(server, keyIn(page)).code(), setupCode: code };
    expect(recoveryIn(await browser.post(SET_UP, form))).toHaveLength(10);
    expect(await count(server, 'totp', `account_id = ${await accountId(server, who.identifier)}`)).toBe(1);
  } finally {
    await server.close();
  }
});
