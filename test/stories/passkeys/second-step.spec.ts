import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newAdmin } from '../../support/admin-api.js';
import { protect, setupCodeFor } from '../../support/authenticator.js';
import {
  CookieBrowser,
  pkceOf,
  redirectOf,
  registerThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { Authenticator } from '../../support/passkey-authenticator.js';
import { addPasskey, askedBy, newHolder, startAtName, type PasskeyHolder } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

const PASSKEY = 'http://schemas.openid.net/pape/policies/2007/06/phishing-resistant';
const { shop, strict } = THIRD_PARTIES;

describe('passkey as the second step (D279)', () => {
  let server: TestServer;
  let site: string;
  let mia: PasskeyHolder;
  let browser: CookieBrowser;
  beforeAll(async () => {
    ({ server, site } = await startAtName({ ADMIN_SECOND_FACTOR: 'required' }));
    await registerThirdParties(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    mia = await newHolder(server, site);
    browser = new CookieBrowser(server);
  });

  const answerOf = async (passkey: Authenticator, options?: string): Promise<string> =>
    JSON.stringify(passkey.answer(await askedBy(browser, options)));
  const give = async (passkey = mia.passkey) =>
    browser.post('/sign-in/code', { passkey: await answerOf(passkey) });
  const methods = async (): Promise<unknown> => {
    const sql = `SELECT data -> 'methods' AS methods FROM session WHERE account_id = $1 ORDER BY data ->> 'signedInAt' DESC LIMIT 1`;
    return (await rows<{ methods: unknown }>(server, sql, [mia.id]))[0]?.methods;
  };
  const first = () => browser.post('/sign-in', { identifier: mia.email, password: mia.password });

  describe('of a protected account', () => {
    beforeEach(async () => {
      await protect(server, mia.browser);
      await rows(server, 'DELETE FROM session');
      expect((await first()).headers.location).toBe('/sign-in/code');
    });

    it('is offered beside the code, and signs in by both', async () => {
      const { text } = await browser.get('/sign-in/code');
      expect([text.includes('Use your passkey'), text.includes('name="code"')]).toEqual([true, true]);
      expect(text).not.toContain('Go on without it');
      expect(text).not.toContain('password is right');
      const { status, headers } = await give();
      expect([status, headers.location]).toEqual([303, '/account']);
      expect(await methods()).toEqual(['password', 'passkey']);
    });

    it('of another account is refused, and nobody is signed in', async () => {
      const other = await newHolder(server, site);
      const { status, text } = await give(other.passkey);
      expect([status, text.includes('This passkey was not accepted')]).toEqual([401, true]);
      expect((await browser.get('/account')).status).toBe(303);
    });

    it('counts once: a response sent twice at once signs in once', async () => {
      const passkey = await answerOf(mia.passkey);
      const cookies = new Map(browser.cookies);
      const another = new CookieBrowser(server);
      for (const [name, value] of cookies) another.cookies.set(name, value);
      const answers = await Promise.all(
        [browser, another].map((each) => each.post('/sign-in/code', { passkey })),
      );
      expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    });
  });

  it('removed meanwhile, or made for another domain, is not offered', async () => {
    await protect(server, mia.browser);
    await rows(server, `UPDATE passkey SET rp_id = 'elsewhere.example' WHERE account_id = $1`, [mia.id]);
    await first();
    expect((await browser.get('/sign-in/code')).text).not.toContain('Use your passkey');
  });

  describe('required by an app', () => {
    const begin = (client: typeof shop | typeof strict) =>
      mia.browser.begin(client, { scope: 'openid', acr_values: PASSKEY, ...pkceOf() });
    beforeEach(async () => {
      await rows(server, 'DELETE FROM session');
      mia.browser.cookies.clear();
      await mia.browser.signIn(mia);
      browser = mia.browser;
    });

    it('is the only method of an account without codes, and the app learns that', async () => {
      const tab = await begin(strict);
      expect((await tab.show()).headers.location).toBe('/sign-in/code');
      const { text } = await browser.get('/sign-in/code');
      expect([text.includes('Show with your passkey'), text.includes('name="code"')]).toEqual([true, false]);
      expect((await give()).headers.location).toBe(`${tab.path}&stepped=1`);
      expect(await methods()).toEqual(['password', 'passkey']);
      expect((await browser.get(`${tab.path}&stepped=1`)).text).toContain('value="allow"');
    });

    it('is optional: the sign-in stays as it was, and an app that insists gets the result', async () => {
      const wish = await begin(shop);
      await wish.show();
      expect((await browser.get('/sign-in/code')).text).toContain('Go on without it');
      expect((await browser.get(`${wish.path}&stepped=1`)).text).toContain('value="allow"');
      const must = await begin(strict);
      await must.show();
      const { parameters } = redirectOf(await browser.get(`${must.path}&stepped=1`));
      expect(parameters).toMatchObject({ error: 'unmet_authentication_requirements' });
    });
  });

  describe('on /confirm', () => {
    const DEVICES = '/confirm/factor?next=%2Faccount%2Fdevices';

    it('is as good as the password', async () => {
      browser = mia.browser;
      server.clock.advance({ minutes: 6 });
      expect((await browser.post('/account/end-others')).headers.location).toContain('/confirm');
      expect((await browser.get('/confirm')).text).toContain('Use your passkey');
      const { headers } = await browser.post(DEVICES, { passkey: await answerOf(mia.passkey) });
      expect(headers.location).toBe('/account/devices');
      expect((await browser.post('/account/end-others')).headers.location).toBe('/account/devices');
    });

    it('of another account confirms nothing', async () => {
      browser = mia.browser;
      const other = await newHolder(server, site);
      server.clock.advance({ minutes: 6 });
      const { status, text } = await browser.post(DEVICES, { passkey: await answerOf(other.passkey) });
      expect([status, text.includes('This passkey was not accepted')]).toEqual([401, true]);
      expect((await browser.post('/account/end-others')).headers.location).toContain('/confirm');
    });
  });

  it('signs an administrator in at the second step of the console, with or without codes', async () => {
    const admin = await newAdmin(server);
    const own = new CookieBrowser(server);
    await own.signIn(admin);
    const passkey = new Authenticator(site);
    await addPasskey(own, passkey, { setupCode: await setupCodeFor(server, admin.id) });
    const { headers } = await browser.post('/admin/sign-in', {
      identifier: admin.email,
      password: admin.password,
    });
    expect(headers.location).toBe('/admin/sign-in/code'); // an account with a passkey cannot set up codes by the password
    const { text } = await browser.get('/admin/sign-in/code');
    expect([text.includes('Use your passkey'), text.includes('name="code"')]).toEqual([true, false]);
    expect((await browser.get('/admin/sign-in/set-up')).headers.location).toBe('/admin/sign-in/code');
    expect((await browser.post('/admin/sign-in/code', { code: '000000' })).status).toBe(403);
    await protect(server, own); // which ends what waits elsewhere
    expect((await browser.get('/admin/sign-in/code')).headers.location).toBe('/admin/sign-in');
    await browser.post('/admin/sign-in', { identifier: admin.email, password: admin.password });
    expect((await browser.get('/admin/sign-in/code')).text).toContain('Use your passkey');
    const sent = { passkey: await answerOf(passkey, '/passkey/options?for=console'), next: '/admin/clients' };
    expect((await browser.post('/admin/sign-in', sent)).headers.location).toBe('/admin/clients');
    expect((await browser.get('/admin/clients')).status).toBe(200);
    expect((await browser.get('/admin/sign-in/code')).headers.location).toBe('/admin/sign-in');
  });
});
