import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newAdmin, type Admin } from '../../support/admin-api.js';
import {
  Authenticator as CodesApp,
  keyIn,
  protect,
  recoveryIn,
  setupCodeFor,
  setupIn,
} from '../../support/authenticator.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { newMember } from '../../support/forgotten-password.js';
import { headingOf } from '../../support/invitations.js';
import type { RawAnswer } from '../../support/http.js';
import { Authenticator as Passkey } from '../../support/passkey-authenticator.js';
import { addPasskey, startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

const SET_UP = '/admin/sign-in/set-up';
const OWN = '/account/second-factor';
const NEW_PASSKEY = '/account/passkeys/new';
const FIELD = 'name="setupCode"';

describe('first second factor of an account with a role requires a set-up code (D322)', () => {
  let server: TestServer;
  let site: string;
  let admin: Admin;
  let browser: CookieBrowser;
  beforeAll(async () => {
    ({ server, site } = await startAtName({ ADMIN_SECOND_FACTOR: 'required' }));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 120 });
    admin = await newAdmin(server);
    browser = new CookieBrowser(server);
  });

  const factors = async ({ id } = admin) =>
    (await count(server, 'totp', `account_id = ${id}`)) +
    (await count(server, 'passkey', `account_id = ${id}`));
  const codesOf = ({ id } = admin) => count(server, 'factor_setup_code', `account_id = ${id}`);

  describe('at the console', () => {
    let form: { readonly setup: string };
    let app: CodesApp;
    beforeEach(async () => {
      await browser.post('/admin/sign-in', { identifier: admin.email, password: admin.password });
      const page = await browser.get(SET_UP);
      expect(page.text).toContain(FIELD);
      app = new CodesApp(server, keyIn(page));
      form = { setup: setupIn(page) };
    });
    const send = (setupCode: string): Promise<RawAnswer> =>
      browser.post(SET_UP, { ...form, code: app.code(), setupCode });

    it('refuses only a password, a wrong code, and another account’s; nothing changes', async () => {
      const right = await setupCodeFor(server, admin.id);
      const others = await setupCodeFor(server, (await newAdmin(server)).id);
      for (const wrong of ['', 'wrong', others]) {
        const { status, text } = await send(wrong);
        expect([status, text.includes('The set-up code is wrong')]).toEqual([422, true]);
      }
      expect([await factors(), await codesOf()]).toEqual([0, 1]);
      expect(headingOf(await send(right))).toBe('Your recovery codes');
      expect([await factors(), await codesOf()]).toEqual([1, 0]);
    });

    it('accepts it in any spelling, and once', async () => {
      const code = await setupCodeFor(server, admin.id);
      const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
      const answers = await Promise.all([send(typed), send(typed)]);
      expect(answers.filter((answer) => recoveryIn(answer).length === 10)).toHaveLength(1);
      expect([await factors(), await codesOf()]).toEqual([1, 0]);
    });

    it('slows guesses down as it does for passwords', async () => {
      const statuses: number[] = [];
      for (let guess = 0; guess < 6; guess++) statuses.push((await send(`guess ${guess}`)).status);
      expect(statuses).toEqual([422, 422, 422, 422, 422, 403]);
      const slowed = await send(await setupCodeFor(server, admin.id));
      expect([slowed.status, Number(slowed.headers['retry-after']) > 0]).toEqual([403, true]);
      expect(await factors()).toBe(0);
    });

    it('refuses one that is a day old, or was replaced', async () => {
      const first = await setupCodeFor(server, admin.id);
      const second = await setupCodeFor(server, admin.id);
      expect((await send(first)).status).toBe(422);
      await rows(server, `UPDATE factor_setup_code SET expires_at = $1`, [server.clock.now()]);
      expect((await send(second)).status).toBe(422);
      expect(await factors()).toBe(0);
    });
  });

  describe('on the pages of the account', () => {
    beforeEach(() => browser.signIn(admin));

    const begin = async (): Promise<{ form: { setup: string; code: string }; page: RawAnswer }> => {
      const page = await browser.post(OWN);
      return { page, form: { setup: setupIn(page), code: new CodesApp(server, keyIn(page)).code() } };
    };

    it('requires it for one-time codes, and says why it was refused', async () => {
      const { page, form } = await begin();
      expect(page.text).toContain(FIELD);
      const refused = await browser.post(`${OWN}/confirm`, { ...form, setupCode: 'wrong' });
      expect([refused.status, refused.text.includes('The set-up code is wrong')]).toEqual([401, true]);
      expect([keyIn(refused), await factors()]).toEqual([keyIn(page), 0]);
      const setupCode = await setupCodeFor(server, admin.id);
      expect(recoveryIn(await browser.post(`${OWN}/confirm`, { ...form, setupCode }))).toHaveLength(10);
      expect(await codesOf()).toBe(0);
    });

    it('requires it for the first passkey, and not for the next', async () => {
      expect((await browser.get(NEW_PASSKEY)).text).toContain(FIELD);
      const refused = await addPasskey(browser, new Passkey(site));
      expect([refused.status, refused.text.includes('The set-up code is wrong')]).toEqual([401, true]);
      expect(await factors()).toBe(0);
      const setupCode = await setupCodeFor(server, admin.id);
      expect((await addPasskey(browser, new Passkey(site), { setupCode })).status).toBe(303);
      expect((await browser.get(NEW_PASSKEY)).text).not.toContain(FIELD);
      expect((await addPasskey(browser, new Passkey(site))).status).toBe(303);
      expect([await factors(), await codesOf()]).toEqual([2, 0]);
    });

    it('requires it if the only passkey was made for another domain', async () => {
      await addPasskey(browser, new Passkey(site), { setupCode: await setupCodeFor(server, admin.id) });
      await rows(server, `UPDATE passkey SET rp_id = 'elsewhere.example' WHERE account_id = $1`, [admin.id]);
      expect((await begin()).page.text).toContain(FIELD);
      expect((await addPasskey(browser, new Passkey(site))).status).toBe(401);
    });

    it('requires it again once the factor was removed', async () => {
      await protect(server, browser);
      await browser.post(`${OWN}/remove`);
      expect(await factors()).toBe(0);
      const { form } = await begin();
      expect((await browser.post(`${OWN}/confirm`, { ...form, setupCode: '' })).status).toBe(401);
    });

    it('restores no passkey that a remedy suspended, before a factor exists', async () => {
      await addPasskey(browser, new Passkey(site), { setupCode: await setupCodeFor(server, admin.id) });
      await rows(
        server,
        `WITH gone AS (DELETE FROM passkey p WHERE account_id = $1 RETURNING p.*)
         INSERT INTO suspended_passkey (id, account_id, suspended_at, is_password_replaced, kept) SELECT id, account_id, $2, true, to_jsonb(gone) FROM gone`,
        [admin.id, server.clock.now()],
      );
      const [{ id }] = await rows<{ id: string }>(server, 'SELECT id::text FROM suspended_passkey');
      const back = await browser.post('/account/suspended', { kind: 'passkey', id });
      expect([back.headers.location, await factors()]).toEqual([
        '/account/sign-in?suspended=waits#suspended',
        0,
      ]);
      expect((await browser.get('/account/sign-in?suspended=waits')).text).toContain(
        'with your set-up code first',
      );
      await protect(server, browser);
      await browser.post('/account/suspended', { kind: 'passkey', id });
      expect(await factors()).toBe(2);
    });
  });

  it('an account without a role is not asked', async () => {
    await browser.signIn(await newMember(server));
    expect((await browser.get(NEW_PASSKEY)).text).not.toContain(FIELD);
    expect((await browser.post(OWN)).text).not.toContain(FIELD);
    await protect(server, browser);
  });
});
