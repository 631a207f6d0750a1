import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountLinks } from '../../../src/tokens/sso/account-links.js';
import { CleanUp } from '../../../src/operations/clean-up.js';
import { basic, bearer, loggedAccount, post } from '../../support/a01.js';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId, count, rows } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { IdentityProvider } from '../../support/identity-provider.js';
import { JwksServer } from '../../support/jwks-server.js';
import { Partner } from '../../support/partner.js';
import {
  BACK_END,
  CLEO,
  ISSUER,
  linkOf,
  PORTAL,
  present,
  startWithPartners,
  TELCO,
} from '../../support/single-sign-on.js';
import type { TestServer } from '../../support/start-app.js';

describe("an account is connected with a partner's id of its user (D115, D117)", () => {
  let server: TestServer;
  let portal: IdentityProvider;
  let telco: IdentityProvider;
  let published: JwksServer;
  beforeAll(async () => {
    portal = await IdentityProvider.make(ISSUER);
    telco = await IdentityProvider.make(TELCO.id);
    published = await JwksServer.start();
    published.keys = [telco.publicKey];
    server = await startWithPartners(portal, published);
  });
  afterAll(async () => {
    await server.close();
    await published.close();
  });

  const assert = async (sub: string, claims: Record<string, unknown> = {}) =>
    present(server, await portal.assert(server, { sub, ...claims }));
  const link = async (sub: string, claims: Record<string, unknown> = {}) =>
    linkOf(server, await assert(sub, claims));
  const nameOf = async (sub: string): Promise<string> => {
    const { body } = await assert(sub);
    if (body.error) return body.error;
    return ((await loggedAccount(server, bearer(body.access_token))).body.a01.r.r as { name: string }).name;
  };
  const signIn = (browser: CookieBrowser, path: string, { email, password }: typeof BEN) =>
    browser.post(`${path}/sign-in`, { identifier: email, password });
  const decide = async (browser: CookieBrowser, path: string, decision: string) =>
    browser.post(`${path}/decision`, { decision, account: await formOf(browser, path) });
  const formOf = async (browser: CookieBrowser, path: string): Promise<string> => {
    const { text } = await browser.get(path);
    return /name="account" value="(\d+)"/.exec(text)?.[1] ?? '';
  };

  describe('by provisioning', () => {
    let partner: Partner;
    let ids = 0;
    const fresh = () => `p-${++ids}`;
    beforeAll(() => {
      partner = new Partner(server, basic(BACK_END));
    });
    const attach = async (value: string, who: string = BEN.email, by = partner) =>
      by.call('updateaccount', {
        accountId: await accountId(server, who),
        Type: 'externalid',
        Identifier: value,
      });

    it('updateaccount with Type externalid: the issuer of the calling client, at once, without a message', async () => {
      const value = fresh();
      const messages = await count(server, 'outbox_message');
      const { status, body } = await attach(value);
      expect([status, body.a01.r.r]).toEqual([200, await accountId(server, BEN.email)]);
      expect(await nameOf(value)).toBe('Ben');
      expect(await count(server, 'outbox_message')).toBe(messages);
      const { identifiers } = await partner.information(await accountId(server, BEN.email));
      expect(identifiers).toContainEqual({
        id: expect.any(String),
        type: 'ExternalId',
        value,
        validated: 'true',
      });
    });

    it('an ExternalId is one of an issuer: it belongs to one account there, and to another elsewhere', async () => {
      const value = fresh();
      await attach(value);
      const second = await attach(value, ANNA.email);
      expect([second.status, second.body.a01.ex.name]).toEqual([409, 'FizAccountAlreadyExistsException']);
      expect((await attach(value, ANNA.email, new Partner(server))).status).toBe(200); // the operator's own id
      expect(await nameOf(value)).toBe('Ben');
      for (const [by, who] of [
        [partner, BEN.email],
        [new Partner(server), ANNA.email],
      ] as const)
        expect(await by.result('search', { identifier: value })).toBe(await accountId(server, who));
    });

    it('is kept to the letter: spaces and capitals tell ids apart', async () => {
      const value = fresh();
      await attach(` ${value}X`);
      expect(await nameOf(` ${value}X`)).toBe('Ben');
      for (const other of [`${value}X`, ` ${value}x`]) expect(await nameOf(other)).toBe('account_not_linked');
    });

    it('refuses a value that is none, and an account made of nothing else', async () => {
      const { status, body } = await attach('a\u0007');
      expect([status, body.a01.ex.name]).toEqual([400, 'AFizInvalidIdentifierException']);
      const made = await partner.call('createaccount', {
        ...partner.newAccount(),
        FamilyName: 'The Xs',
        Type: 'externalid',
      });
      expect(made.status).toBe(400);
      expect(made.body.a01.ex.message).toBe('Type must be one of Email, phone, Msisdn, login.');
    });

    it("nobody signs in by a partner's id and the password", async () => {
      const form = { identifier: CLEO.id, password: CLEO.password };
      expect((await post(server, '/api/log2/in', form)).status).toBe(401);
    });
  });

  it('by an administrator, who also takes it away again', async () => {
    const ben = await accountId(server, BEN.email);
    const [id, links] = [{ issuer: ISSUER, subject: 'a-1' }, server.get(AccountLinks)];
    expect(await links.link(ben, id)).toBe('connected');
    expect(await links.link(ben, id)).toBe('connected');
    expect(await links.link(await accountId(server, ANNA.email), id)).toBe('taken');
    expect(await nameOf('a-1')).toBe('Ben');
    await links.unlink(ben, id);
    expect(await nameOf('a-1')).toBe('account_not_linked');
  });

  it('never by an address alone, confirmed as it may be', async () => {
    const { body } = await assert('new-1', { email: ANNA.email, email_verified: true });
    expect(body.error).toBe('account_not_linked');
  });

  describe('by the user, who is sent a link', () => {
    it('signs in, reads what it means, connects: then the partner signs the user in', async () => {
      const path = await link('u-1', { email: 'ben@portal.example' });
      const browser = new CookieBrowser(server);
      const first = await browser.get(path);
      expect(first.status).toBe(200);
      expect(first.text).toContain('to continue to Portal');
      expect((await signIn(browser, path, { ...BEN, password: 'wrong' })).status).toBe(401);
      expect((await signIn(browser, path, BEN)).headers.location).toBe(path);
      const { headers, text } = await browser.get(path);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(text).toContain('Connect your Portal account?');
      expect(text).toContain('<strong><bdi>ben@portal.example</bdi></strong>');
      expect(text).toContain('You are signed in as Ben');
      expect(await nameOf('u-1')).toBe('account_not_linked'); // looking connects nothing
      const done = await decide(browser, path, 'connect');
      expect(done.status).toBe(200);
      expect(done.text).toContain('From now on Portal can sign you in');
      expect(await nameOf('u-1')).toBe('Ben');
      expect((await browser.get(path)).status).toBe(410);
    });

    it('the interface has the link in its error', async () => {
      const form = {
        validationtoken: await portal.assert(server, { sub: 'u-2' }),
        tokentype: 'Mac',
        deviceId: 'tv',
      };
      const path = '/api/log2/generateaccesstokenbyvalidationtoken';
      const { status, body } = await post(server, path, form, basic(PORTAL));
      expect(status).toBe(401);
      expect(body.a01.ex).toEqual({
        name: 'FizAccountNotLinkedException',
        type: 'Ex',
        value: '401',
        message:
          'No account is connected with this sub yet. Let the user open the address in uri within 10 minutes.',
        uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/link\/[\w-]{43}$/),
      });
    });

    it('a session from before the link is not enough: the password is asked for again', async () => {
      const browser = new CookieBrowser(server);
      await browser.signIn(BEN);
      server.clock.advance({ seconds: 1 });
      const path = await link('u-3');
      expect((await browser.get(path)).text).toContain('name="password"');
      const skipped = await browser.post(`${path}/decision`, {
        decision: 'connect',
        account: await accountId(server, BEN.email),
      });
      expect(skipped.headers.location).toBe(path);
      expect(await nameOf('u-3')).toBe('account_not_linked');
    });

    it('connects nobody that the page did not name, and no one that did not sign in', async () => {
      const path = await link('u-4');
      const browser = new CookieBrowser(server);
      await signIn(browser, path, BEN);
      const account = await accountId(server, ANNA.email);
      expect((await browser.post(`${path}/decision`, { decision: 'connect', account })).status).toBe(303);
      const other = new CookieBrowser(server);
      expect((await decide(other, path, 'connect')).status).toBe(303);
      expect(await nameOf('u-4')).toBe('account_not_linked');
      expect((await browser.get(`${path}?switch=1`)).text).toContain('name="password"');
    });

    it("another site's page can not press the button", async () => {
      const path = await link('u-5');
      const browser = new CookieBrowser(server);
      await signIn(browser, path, BEN);
      const form = { decision: 'connect', account: await formOf(browser, path) };
      const { status } = await browser.post(`${path}/decision`, form, { 'Sec-Fetch-Site': 'cross-site' });
      expect(status).toBe(403);
      expect(await nameOf('u-5')).toBe('account_not_linked');
    });

    it('says no, and the link is over; before or after signing in', async () => {
      for (const isSignedIn of [true, false]) {
        const path = await link('u-6');
        const browser = new CookieBrowser(server);
        if (isSignedIn) await signIn(browser, path, BEN);
        const answer = await decide(browser, path, 'deny');
        expect([answer.status, answer.text.includes('Nothing was changed')]).toEqual([200, true]);
        expect((await browser.get(path)).status).toBe(410);
      }
      expect(await nameOf('u-6')).toBe('account_not_linked');
    });

    it('within ten minutes', async () => {
      const path = await link('u-7');
      server.clock.advance({ seconds: 599 });
      const browser = new CookieBrowser(server);
      await signIn(browser, path, BEN);
      expect((await browser.get(path)).status).toBe(200);
      server.clock.advance({ seconds: 1 });
      expect((await browser.get(path)).status).toBe(410);
      expect((await browser.post(`${path}/decision`, { decision: 'connect' })).status).toBe(410);
      expect((await browser.get('/link/unknown')).status).toBe(410);
      server.clock.advance({ seconds: 1 });
      await server.get(CleanUp).run();
      expect(await count(server, 'account_link')).toBe(0);
    });

    it('once: of two accounts and twenty clicks one wins, and nothing breaks', async () => {
      const path = await link('u-8');
      const [ben, anna] = [new CookieBrowser(server), new CookieBrowser(server)];
      await signIn(ben, path, BEN);
      await signIn(anna, path, ANNA);
      const forms = [await formOf(ben, path), await formOf(anna, path)];
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          [ben, anna][i % 2].post(`${path}/decision`, { decision: 'connect', account: forms[i % 2] }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
      expect(await nameOf('u-8')).toMatch(/^(Ben|Anna K\.)$/);
    });

    it('two links of one id: the second one connects nobody else', async () => {
      const [first, second] = [await link('u-9'), await link('u-9')];
      const [ben, anna] = [new CookieBrowser(server), new CookieBrowser(server)];
      await signIn(ben, first, BEN);
      await signIn(anna, second, ANNA);
      expect((await decide(ben, first, 'connect')).status).toBe(200);
      const taken = await decide(anna, second, 'connect');
      expect([taken.status, taken.text.includes('Connected with another account')]).toEqual([409, true]);
      expect(await nameOf('u-9')).toBe('Ben');
    });

    it('in the language of the browser', async () => {
      const path = await link('u-10');
      const browser = new CookieBrowser(server, { 'Accept-Language': 'de' });
      await signIn(browser, path, BEN);
      expect((await browser.get(path)).text).toContain('Portal-Konto verbinden?');
    });
  });

  it('leaves its trace: who connected what by whom, without the id', async () => {
    const found = await rows<{ action: string; account_id: string; details: object }>(
      server,
      `SELECT action, account_id::text, details FROM audit_event WHERE action ~ '^account.*linked$'`,
    );
    const by = found.flatMap(({ details }) => (details as { by?: string }).by ?? []);
    expect(new Set(by)).toEqual(new Set(['provisioning', 'administrator', 'user']));
    expect(new Set(found.map(({ action }) => action)).size).toBe(3); // linked by either, and unlinked
    expect(JSON.stringify(found)).not.toMatch(/u-1|p-1|a-1/);
  });

  it('the link itself stands in no log', async () => {
    const path = await link('u-11');
    await new CookieBrowser(server).get(path);
    expect(server.log.join()).not.toContain(path.slice('/link/'.length));
  });
});
