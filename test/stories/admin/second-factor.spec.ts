import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin, sendJson, type Admin } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import {
  Authenticator,
  keyIn,
  protectedMember,
  recoveryIn,
  setupCodeFor,
  setupIn,
} from '../../support/authenticator.js';
import { CookieBrowser } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { headingOf } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const CODE = '/admin/sign-in/code';
const SET_UP = '/admin/sign-in/set-up';

describe('second factor of administrators (D244)', () => {
  let server: TestServer;
  let admin: Admin;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startApp({ ADMIN_SECOND_FACTOR: 'required' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    admin = await newAdmin(server);
    browser = new CookieBrowser(server);
  });

  const signIn = (one = browser) =>
    one.post('/admin/sign-in', { identifier: admin.email, password: admin.password, next: '/admin/clients' });
  const isIn = async (one = browser) => (await one.get('/admin/clients')).status === 200;
  const api = (body: object) =>
    sendJson(server, 'POST', '/session', {
      body: { identifier: admin.email, password: admin.password, ...body },
    });

  it('an administrator without one sets one up right after the password, and is then signed in', async () => {
    const sent = await signIn();
    expect(sent.headers.location).toBe(`${SET_UP}?next=%2Fadmin%2Fclients`);
    expect(await isIn()).toBe(false);
    const page = await browser.get(sent.headers.location as string);
    const app = new Authenticator(server, keyIn(page));
    const form = { setup: setupIn(page), next: '/admin/clients' };
    const wrong = await browser.post(SET_UP, { ...form, code: app.wrong() });
    expect([wrong.status, keyIn(wrong), await isIn()]).toEqual([422, keyIn(page), false]);
    const setupCode = await setupCodeFor(server, admin.id);
    const done = await browser.post(SET_UP, { ...form, code: app.code(), setupCode });
    expect([headingOf(done), recoveryIn(done).length]).toEqual(['Your recovery codes', 10]);
    expect(done.text).toContain('href="/admin/clients"');
    expect(await isIn()).toBe(true);
    const again = new CookieBrowser(server);
    expect((await signIn(again)).headers.location).toBe(`${CODE}?next=%2Fadmin%2Fclients`);
  });

  it('asks for the code, and leads to the requested page', async () => {
    const { app, recovery } = await protectedMember(server, admin);
    const trail = new AuditTrail(server);
    const sent = await signIn();
    expect([sent.headers.location, await isIn()]).toEqual([`${CODE}?next=%2Fadmin%2Fclients`, false]);
    expect(headingOf(await browser.get(CODE))).toBe('One more step');
    const wrong = await browser.post(CODE, { code: app.wrong(), next: '' });
    expect([wrong.status, wrong.text.includes('The code is wrong')]).toEqual([403, true]);
    const events = await trail.of(async () => {
      const done = await browser.post(CODE, { code: app.next(), next: '/admin/clients' });
      expect(done.headers.location).toBe('/admin/clients');
    });
    expect(events.map(({ action }) => action)).toEqual(['signin.second-factor', 'administrator.signed_in']);
    expect(await isIn()).toBe(true);
    const other = new CookieBrowser(server);
    await signIn(other);
    expect(
      (await other.post(CODE, { code: recovery[0], next: 'https://evil.example' })).headers.location,
    ).toBe('/admin');
  });

  it('tells a code in digits of another script from a recovery code (input 23)', async () => {
    const { app } = await protectedMember(server, admin);
    await signIn();
    const code = app.next().replace(/\d/g, (digit) => String.fromCodePoint(0x6f0 + Number(digit)));
    expect((await browser.post(CODE, { code: '👪 12345\u00e9', next: '' })).status).toBe(403);
    expect((await browser.post(CODE, { code, next: '' })).headers.location).toBe('/admin');
  });

  it('its cookie opens nothing, works once, and for ten minutes; it never redirects to another site', async () => {
    const { app } = await protectedMember(server, admin);
    await signIn();
    const id = browser.cookies.get('hearth-admin-step') as string;
    const forged = new CookieBrowser(server);
    forged.cookies.set('hearth-admin', id);
    expect(await isIn(forged)).toBe(false);
    const code = app.next();
    const answers = await Promise.all([1, 2].map(() => browser.post(CODE, { code, next: '' })));
    expect(answers.filter(({ headers }) => headers.location === '/admin')).toHaveLength(1);
    const replayed = new CookieBrowser(server);
    replayed.cookies.set('hearth-admin-step', id);
    expect((await replayed.get(CODE)).headers.location).toBe('/admin/sign-in');
    const late = new CookieBrowser(server);
    await signIn(late);
    server.clock.advance({ minutes: 10 });
    expect((await late.post(CODE, { code: app.code(), next: '' })).headers.location).toBe('/admin/sign-in');
  });

  it('stops an account that meanwhile lost its role or was disabled', async () => {
    const { app } = await protectedMember(server, admin);
    for (const change of ['role = NULL', `role = 'support', status = 'disabled'`]) {
      await rows(server, `UPDATE account SET role = 'administrator', status = 'active' WHERE id = $1`, [
        admin.id,
      ]);
      const one = new CookieBrowser(server);
      await signIn(one);
      await rows(server, `UPDATE account SET ${change} WHERE id = $1`, [admin.id]);
      expect((await one.post(CODE, { code: app.next(), next: '' })).headers.location).toBe('/admin/sign-in');
    }
  });

  it('programs send the code with the password, once they are asked', async () => {
    const missing = await api({});
    expect([missing.status, missing.body.type]).toEqual([403, 'urn:hearth:problem:second-factor-missing']);
    const { app } = await protectedMember(server, admin);
    const asked = await api({});
    expect([asked.status, asked.body.type]).toEqual([403, 'urn:hearth:problem:second-factor-required']);
    const wrong = await api({ code: app.wrong() });
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      [{ field: 'code', message: 'is wrong, or was used already' }],
    ]);
    const code = app.next();
    expect([(await api({ code })).status, (await api({ code })).status]).toEqual([201, 422]);
    const noPassword = await api({ password: 'wrong', code: app.next() });
    expect(noPassword.status).toBe(401);
  });

  it('the password still confirms irreversible actions', async () => {
    const { app } = await protectedMember(server, admin);
    const answer = await api({ code: app.next() });
    const cookie = (answer.headers['set-cookie'] as string[])[0].split(';')[0];
    const confirmed = await sendJson(server, 'POST', '/session/confirm', {
      headers: { Cookie: cookie },
      body: { password: admin.password },
    });
    expect(confirmed.status).toBe(200);
  });
});

describe('with ADMIN_SECOND_FACTOR optional', () => {
  it('asks only accounts that have one', async () => {
    const server = await startApp();
    try {
      const admin = await newAdmin(server);
      await AdminApi.signIn(server, admin);
      const { app } = await protectedMember(server, admin);
      await expect(AdminApi.signIn(server, admin)).rejects.toThrow('second-factor-required');
      const { email: identifier, password } = admin;
      const body = { identifier, password, code: app.next() };
      expect((await sendJson(server, 'POST', '/session', { body })).status).toBe(201);
    } finally {
      await server.close();
    }
  });
});
