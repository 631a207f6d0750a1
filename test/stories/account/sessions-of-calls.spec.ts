import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { basic } from '../../support/a01.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { protectedMember } from '../../support/authenticator.js';
import { authorizePath, CookieBrowser, THIRD_PARTIES } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { makeDevicePassword } from '../../support/device-passwords.js';
import { CLIENTS } from '../../support/fixtures.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { outboxOf } from '../../support/invitations.js';
import { LegacyClient } from '../../support/legacy-client.js';
import { MailServer } from '../../support/mail-server.js';
import { pageRoutes } from '../../support/routes.js';
import type { TestServer } from '../../support/start-app.js';
import { startWithSites, WebSite } from '../../support/web-flow.js';

const { shop: SHOP } = THIRD_PARTIES;

describe('pages treat a session opened by a call as signed out (D319)', () => {
  let server: TestServer;
  let mail: MailServer;
  let me: Member;
  beforeAll(async () => {
    mail = await MailServer.start();
    server = await startWithSites({ SMTP_URL: mail.url });
    const api = await AdminApi.signIn(server, await newAdmin(server));
    const body = { allowsPasswordOfProtectedAccounts: true };
    await api.send('PATCH', `/clients/${CLIENTS.keeper.id}`, { body, ifMatch: '*' });
  });
  afterAll(async () => {
    await server.close();
    await mail.goDown();
  });
  beforeEach(async () => {
    server.clock.advance({ days: 2 });
    me = await newMember(server);
  });

  /** A browser with the session, as a thief of the password makes it: with no other cookie. */
  function browserWith(cookie: string | null): CookieBrowser {
    const browser = new CookieBrowser(server);
    const [name, value] = (cookie ?? '').split('=', 2);
    browser.cookies.set(name, value);
    return browser;
  }
  async function byLog2in(who: Member, headers = {}): Promise<CookieBrowser> {
    const legacy = new LegacyClient(server);
    expect((await legacy.signIn(who, headers)).status).toBe(200);
    return browserWith(legacy.cookie);
  }
  const calls = async (browser: CookieBrowser) => (await browser.get('/api/acc/getloggedaccount')).status;
  const isOnPages = async (browser: CookieBrowser) => (await browser.get('/account')).status === 200;
  const sessionOf = (browser: CookieBrowser) => browser.cookies.get('JSESSIONID');
  const dataOf = async (member: Member) =>
    (await rows<{ data: object }>(server, 'SELECT data FROM session WHERE account_id = $1', [member.id])).map(
      ({ data }) => data,
    );

  const WAYS: Readonly<Record<string, () => Promise<CookieBrowser>>> = {
    'log2in with the password of the account': () => byLog2in(me),
    'log2in with a device password': async () => {
      const own = new CookieBrowser(server);
      await own.signIn(me);
      return byLog2in({ ...me, password: await makeDevicePassword(server, own, null) });
    },
    "log2in by a client that may send a protected account's password": async () => {
      await protectedMember(server, (me = await newMember(server)));
      return byLog2in(me, basic(CLIENTS.keeper));
    },
    'the form of the web flow': async () => {
      const { sessionId } = await new WebSite(server).validated({ login: me.email, password: me.password });
      return browserWith(`JSESSIONID=${sessionId}`);
    },
    'log2in on a node of 0.2': async () => {
      const browser = await byLog2in(me);
      await rows(server, `UPDATE session SET data = data - 'isForCallsAlone' WHERE account_id = $1`, [me.id]);
      return browser;
    },
  };

  it.each(Object.entries(WAYS))(
    '%s: no page of an account opens, and the calls go on',
    async (_way, open) => {
      const browser = await open();
      const pages = pageRoutes(server).filter(({ operation }) => operation.account === 'browser');
      expect(pages.length).toBeGreaterThan(40);
      for (const { method, path } of pages) {
        const { status, headers } = method === 'GET' ? await browser.get(path) : await browser.post(path);
        expect([method, path, status, headers.location?.split('?')[0]]).toEqual([
          method,
          path,
          303,
          '/sign-in',
        ]);
      }
      expect(await calls(browser)).toBe(200);
    },
  );

  it.each(Object.entries(WAYS))('%s: an authorization requires a sign-in', async (_way, open) => {
    const browser = await open();
    const silent = await browser.get(authorizePath(SHOP, { prompt: 'none' }));
    expect(silent.headers.location).toContain('error=login_required');
    const tab = await browser.begin(SHOP);
    expect((await tab.show()).text).toContain('name="password"');
  });

  it('nodes of 0.2 treat it as signed out too: it is marked as they read it', async () => {
    await byLog2in(me);
    expect(await dataOf(me)).toContainEqual(expect.objectContaining({ isForCallsAlone: true }));
  });

  describe('signing in on a page replaces it', () => {
    // I5.3-19
    it('its calls continue with the new cookie, the old one answers 501, and the new browser causes a notice', async () => {
      const told = async () => (await outboxOf(server, me.id)).map(({ kind }) => kind);
      const browser = await byLog2in(me);
      const old = browserWith(`JSESSIONID=${sessionOf(browser)}`);
      expect(await told()).not.toContain('newBrowser');
      await browser.signIn(me);
      expect(await told()).toContain('newBrowser');
      expect([await calls(browser), await isOnPages(browser)]).toEqual([200, true]);
      expect([await calls(old), await isOnPages(old)]).toEqual([501, false]);
    });

    it('so is one of the web flow: from then on it belongs to no client', async () => {
      const browser = await WAYS['the form of the web flow']();
      const old = browserWith(`JSESSIONID=${sessionOf(browser)}`);
      await browser.signIn(me);
      expect([await calls(browser), await isOnPages(browser), await calls(old)]).toEqual([200, true, 501]);
    });

    it('for an authorization too', async () => {
      const browser = await byLog2in(me);
      const tab = await browser.begin(SHOP);
      await tab.signIn(me);
      expect((await tab.allow()).code).toBeTruthy();
      expect(await calls(browser)).toBe(200);
    });

    it('with a second factor after both steps; in between its calls continue, and no page opens', async () => {
      const { app } = await protectedMember(server, (me = await newMember(server)));
      const browser = await byLog2in(me, basic(CLIENTS.keeper));
      const old = browserWith(`JSESSIONID=${sessionOf(browser)}`);
      expect((await browser.signIn(me)).headers.location).toBe('/sign-in/code');
      expect([await calls(browser), await isOnPages(browser), await calls(old)]).toEqual([200, false, 501]);
      const { text } = await browser.get('/sign-in/code');
      expect([text.includes('name="code"'), text.includes('href="/account"')]).toEqual([true, false]); // no detour
      expect((await browser.post('/sign-in/code', { code: app.next() })).status).toBe(303);
      expect([await calls(browser), await isOnPages(browser)]).toEqual([200, true]);
    });

    it('as another account it ends, and the calls act for the new account', async () => {
      const browser = await byLog2in(me);
      const old = browserWith(`JSESSIONID=${sessionOf(browser)}`);
      const other = await newMember(server);
      await browser.signIn(other);
      const { body } = await browser.get('/api/acc/getloggedaccount');
      expect(body.a01.r.r).toMatchObject({ accountId: other.id });
      expect(await calls(old)).toBe(501);
    });

    it('with a wrong password it stays unchanged', async () => {
      const browser = await byLog2in(me);
      const before = sessionOf(browser);
      expect((await browser.signIn({ ...me, password: 'no-such-password' })).status).toBe(401);
      expect([sessionOf(browser), await calls(browser), await isOnPages(browser)]).toEqual([
        before,
        200,
        false,
      ]);
    });
  });

  it('log2in in a browser that is signed in on pages replaces that session', async () => {
    const browser = new CookieBrowser(server);
    await browser.signIn(me);
    expect(await calls(browser)).toBe(200);
    await browser.post('/api/log2/in', { identifier: me.email, password: me.password });
    expect([await calls(browser), await isOnPages(browser)]).toEqual([200, false]);
  });
});
