import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountLinks } from '../../../src/oauth/sso/account-links.js';
import { basic, post } from '../../support/a01.js';
import {
  decide,
  linkFor,
  nameOfUser,
  presentUser,
  signIn,
  type Claims,
} from '../../support/account-linking.js';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId, count, rows } from '../../support/database-rows.js';
import { ANNA, BEN, PENDING } from '../../support/fixtures.js';
import { IdentityProvider } from '../../support/identity-provider.js';
import { JwksServer } from '../../support/jwks-server.js';
import { Partner } from '../../support/partner.js';
import { setPatterns } from '../../support/record-changes.js';
import { BACK_END, CLEO, ISSUER, PORTAL, startWithPartners, TELCO } from '../../support/single-sign-on.js';
import type { TestServer } from '../../support/start-app.js';

describe("account is connected with a partner's id of its user (D115, D117)", () => {
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

  const assert = (sub: string, claims?: Claims) => presentUser(server, portal, sub, claims);
  const link = (sub: string, claims?: Claims) => linkFor(server, portal, sub, claims);
  const nameOf = (sub: string) => nameOfUser(server, portal, sub);

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

    const validated = async (value: string, who: string) =>
      (await partner.information(who)).identifiers.find((each) => each.value === value)?.validated;

    it('to an account without a password: for the issuer of the calling client, at once, without a message', async () => {
      const value = fresh();
      const pending = await accountId(server, PENDING.email);
      const messages = await count(server, 'outbox_message');
      const { status, body } = await attach(value, PENDING.email);
      expect([status, body.a01.r.r]).toEqual([200, pending]);
      expect(await validated(value, pending)).toBe('true');
      expect(await partner.result('search', { identifier: value })).toBe(pending);
      expect(await count(server, 'outbox_message')).toBe(messages);
    });

    it('to one with a password: it counts for nothing before that account connected it (D157)', async () => {
      const value = fresh();
      const ben = await accountId(server, BEN.email);
      const mint = () =>
        post(server, '/api/log2/createvalidationtoken', { identifier: value }, basic(PORTAL));
      expect((await attach(value)).status).toBe(200);
      expect(await validated(value, ben)).toBe('false');
      expect((await partner.call('search', { identifier: value })).status).toBe(404);
      expect((await mint()).status).toBe(404);
      const path = await link(value); // as for an unused one
      const anna = new CookieBrowser(server);
      await signIn(anna, path, ANNA);
      expect((await decide(anna, path, 'connect')).status).toBe(409); // it was attached to Ben
      const own = await link(value);
      const browser = new CookieBrowser(server);
      await signIn(browser, own, BEN);
      expect((await decide(browser, own, 'connect')).status).toBe(200);
      expect(await nameOf(value)).toBe('Ben');
      expect((await mint()).status).toBe(200);
      expect(await validated(value, ben)).toBe('true');
      expect(await partner.result('search', { identifier: value })).toBe(ben);
    });

    it('by a privileged client: at once, since it may sign the user in anyway; the account gets a notice', async () => {
      const value = fresh();
      const told = `kind = 'partnerConnected' AND account_id = ${await accountId(server, BEN.email)}`;
      const before = await count(server, 'outbox_message', told);
      await setPatterns(server, 'WEB', ['log2*', 'acc*', 'web*', 'oauth2*', 'prov*']);
      expect((await attach(value, BEN.email, new Partner(server, basic(PORTAL)))).status).toBe(200);
      expect(await nameOf(value)).toBe('Ben');
      expect(await count(server, 'outbox_message', told)).toBe(before); // no channel sends here; notices.spec has one
    });

    it('an ExternalId belongs to an issuer: it can be one account there, and another elsewhere', async () => {
      const value = fresh();
      const [mine, theirs] = [partner.email(), partner.email()];
      const familyId = await partner.family();
      for (const Identifier of [mine, theirs]) await partner.account(familyId, { Identifier });
      await attach(value, mine);
      const second = await attach(value, theirs);
      expect([second.status, second.body.a01.ex.name]).toEqual([409, 'FizAccountAlreadyExistsException']);
      expect((await attach(value, theirs, new Partner(server))).status).toBe(200); // the operator's own id
      for (const [by, who] of [
        [partner, mine],
        [new Partner(server), theirs],
      ] as const)
        expect(await by.result('search', { identifier: value })).toBe(await accountId(server, who));
    });

    it('is stored exactly: spaces and capitals distinguish ids', async () => {
      const value = fresh();
      await server
        .get(AccountLinks)
        .link(await accountId(server, BEN.email), { issuer: ISSUER, subject: ` ${value}X` });
      expect(await nameOf(` ${value}X`)).toBe('Ben');
      for (const other of [`${value}X`, ` ${value}x`]) expect(await nameOf(other)).toBe('account_not_linked');
    });

    it('refuses an invalid value, and an account with nothing else', async () => {
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

    it("a partner's id and the password sign nobody in", async () => {
      const form = { identifier: CLEO.id, password: CLEO.password };
      expect((await post(server, '/api/log2/in', form)).status).toBe(401);
    });
  });

  it('by an administrator, who can also remove it again', async () => {
    const ben = await accountId(server, BEN.email);
    const [id, links] = [{ issuer: ISSUER, subject: 'a-1' }, server.get(AccountLinks)];
    expect(await links.link(ben, id)).toBe('connected');
    expect(await links.link(ben, id)).toBe('connected');
    expect(await links.link(await accountId(server, ANNA.email), id)).toBe('taken');
    expect(await nameOf('a-1')).toBe('Ben');
    await links.unlink(ben, id);
    expect(await nameOf('a-1')).toBe('account_not_linked');
  });

  it('never by an address only, even a confirmed one', async () => {
    const { body } = await assert('new-1', { email: ANNA.email, email_verified: true });
    expect(body.error).toBe('account_not_linked');
  });

  describe('by the user, who gets a link', () => {
    it('signs in, reads the explanation, connects: then the partner signs the user in', async () => {
      const path = await link('u-1', { email: 'ben@portal.example' });
      const browser = new CookieBrowser(server);
      const first = await browser.get(path);
      expect(first.status).toBe(200);
      expect(first.text).toContain('to continue to Portal');
      expect((await signIn(browser, path, { ...BEN, password: 'wrong' })).status).toBe(401);
      expect((await signIn(browser, path, BEN)).headers.location).toBe(path);
      const { headers, text } = await browser.get(path);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('same-origin'); // to others nothing, and the form names its origin
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
          'No account is connected with this sub yet. Let the user open the address in error_uri (in the envelope: uri) within 10 minutes.',
        uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/link\/[\w-]{43}$/),
      });
    });

    it('in the language of the browser', async () => {
      const path = await link('u-10');
      const browser = new CookieBrowser(server, { 'Accept-Language': 'de' });
      await signIn(browser, path, BEN);
      expect((await browser.get(path)).text).toContain('Portal-Konto verbinden?');
    });
  });

  it('leaves an audit record: account, client and issuer, without the id', async () => {
    const found = await rows<{ action: string; account_id: string; details: object }>(
      server,
      `SELECT action, account_id::text, details FROM audit_event WHERE action ~ '^account.*linked$'`,
    );
    const by = found.flatMap(({ details }) => (details as { by?: string }).by ?? []);
    expect(new Set(by)).toEqual(new Set(['provisioning', 'administrator', 'user']));
    expect(new Set(found.map(({ action }) => action)).size).toBe(3); // linked by either, and unlinked
    expect(JSON.stringify(found)).not.toMatch(/u-1|p-1|a-1/);
  });

  it('the link itself is in no log', async () => {
    const path = await link('u-11');
    await new CookieBrowser(server).get(path);
    expect(server.log.join()).not.toContain(path.slice('/link/'.length));
  });
});
