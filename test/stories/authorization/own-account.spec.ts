import { beforeEach, describe, expect, it } from '@jest/globals';
import { bearer, loggedAccount, refresh, tokensFor, tokenStatus } from '../../support/a01.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import {
  authorizePath,
  consentFormOf,
  CookieBrowser,
  exchange,
  pkceOf,
  redirectOf,
  THIRD_PARTIES,
  VERIFIER,
} from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { newMember, NEXT_PASSWORD, type Member } from '../../support/forgotten-password.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, garden, strict } = THIRD_PARTIES;

describe('/account: sign-ins and connected apps (D61, D104)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  let me: Member;
  useThirdParties(async (stage) => {
    ({ server, browser } = stage);
    me = await newMember(server);
    await rows(server, 'DELETE FROM session');
    await browser.signIn(me);
  });

  const isSignedIn = async (other: CookieBrowser): Promise<boolean> =>
    (await other.get('/account')).status === 200;
  const handleOf = (page: string, label: string): string =>
    new RegExp(`value="([^"]+)"[^>]*aria-label="${label}"`).exec(page)?.[1] as string;

  it('lists browsers and devices, and ends the chosen one', async () => {
    const other = new CookieBrowser(server);
    await other.signIn(me);
    const { access_token: token } = await tokensFor(server, me);
    const { text } = await browser.get('/account/devices');
    expect(text).toContain('This browser');
    expect(text).toContain('device-1');
    await browser.post('/account/end', { kind: 'session', id: handleOf(text, 'Sign out: A browser') });
    expect(await isSignedIn(other)).toBe(false);
    expect((await loggedAccount(server, bearer(token))).status).toBe(200);
    await browser.post('/account/end', { kind: 'device', id: handleOf(text, 'Sign out: Family app') });
    expect((await loggedAccount(server, bearer(token))).status).toBe(401);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('ends everything else at once; connected apps stay connected', async () => {
    const other = new CookieBrowser(server);
    await other.signIn(me);
    const { access_token: device } = await tokensFor(server, me);
    const { code } = await browser.connect(me, THIRD_PARTIES.shop);
    const app = (await exchange(server, THIRD_PARTIES.shop, code)).body.access_token;
    expect((await browser.post('/account/end-others')).status).toBe(303);
    expect(await isSignedIn(other)).toBe(false);
    expect((await loggedAccount(server, bearer(device))).status).toBe(401);
    expect((await loggedAccount(server, bearer(app))).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it("ends nobody else's, whatever the form sends", async () => {
    const ben = new CookieBrowser(server);
    await ben.signIn(BEN);
    const { access_token: token } = await tokensFor(server, BEN);
    const [{ session }] = await rows<{ session: string }>(
      server,
      `SELECT encode(digest, 'hex') AS session FROM session s JOIN account_identifier i USING (account_id) WHERE normalized = $1`,
      [BEN.email],
    );
    const [{ grant }] = await rows<{ grant: string }>(
      server,
      'SELECT max(id)::text AS grant FROM token_grant',
    );
    await browser.post('/account/end', { kind: 'session', id: session });
    await browser.post('/account/end', { kind: 'device', id: grant });
    await browser.post('/account/end', { kind: 'device', id: "1'; --" });
    await browser.post('/account/end', { kind: 'nothing', id: '\0' });
    expect(await isSignedIn(ben)).toBe(true);
    expect((await loggedAccount(server, bearer(token))).status).toBe(200);
  });

  it.each(['/account/password', '/account/end', '/account/end-others'])(
    'a page of another site cannot use %s (D43)',
    async (path) => {
      const form = { current: me.password, password: NEXT_PASSWORD };
      const { status } = await browser.post(path, form, { 'Sec-Fetch-Site': 'cross-site' });
      expect(status).toBe(403);
      expect((await new CookieBrowser(server).signIn(me)).status).toBe(303);
    },
  );

  it('a user who must sign in first returns to the requested page', async () => {
    const stranger = new CookieBrowser(server);
    const { location = '' } = (await stranger.get('/account/identifiers/1')).headers;
    expect(location).toBe('/sign-in?next=%2Faccount%2Fidentifiers%2F1');
    const { text } = await stranger.get(location);
    expect(text).toContain('action="/sign-in?next=%2Faccount%2Fidentifiers%2F1"');
    const form = { identifier: me.email, password: 'wrong' };
    expect((await stranger.post(location, form)).text).toContain('action="/sign-in?next=%2Faccount%2F');
    const signedIn = await stranger.post(location, { ...form, password: me.password });
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, '/account/identifiers/1']);
  });

  it.each([
    'https://evil.example/account',
    '//evil.example/account',
    '/account/../admin',
    '/account/%2e%2e/admin',
    '/account\\..\\..\\evil.example',
    '/accounts',
    '/sign-out',
    '/account?next=x',
    '/account/&next=/account/profile',
    '',
  ])('and to no other: %s', async (next) => {
    const path = `/sign-in?next=${encodeURIComponent(next)}`;
    const { status, headers } = await new CookieBrowser(server).post(path, {
      identifier: me.email,
      password: me.password,
    });
    expect([status, headers.location]).toEqual([303, '/account']);
  });

  describe('connected apps (D61)', () => {
    beforeEach(() => {
      browser = new CookieBrowser(server);
    });

    it('/account requires a sign-in, and lists what was allowed and when', async () => {
      expect((await browser.get('/account')).headers.location).toBe('/sign-in');
      await browser.connect(ANNA, shop);
      const { status, text, headers } = await browser.get('/account/applications');
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      for (const part of ['value="shop"', 'Connected since', '<li>see your name</li>'])
        expect(text).toContain(part);
      expect((await browser.get('/account')).text).toContain('Hello, Anna K.');
      await browser.signIn(BEN);
      expect((await browser.get('/account')).text).toContain('Hello, Ben');
    });

    it('a declined app is not listed', async () => {
      const tab = await browser.begin(strict, pkceOf());
      await tab.signIn(BEN);
      await tab.deny();
      expect((await browser.get('/account/applications')).text).not.toContain('value="strict-shop"');
    });

    it('disconnect ends its tokens and open codes at once; other clients and accounts keep theirs', async () => {
      const tokensFor = async (who: typeof BEN, party: typeof shop | typeof garden) =>
        (await exchange(server, party, (await new CookieBrowser(server).connect(who, party)).code)).body;
      const anna = await tokensFor(ANNA, shop);
      const renewed = (await refresh(server, anna.refresh_token, shop)).body;
      const others = [
        { party: garden, body: await tokensFor(ANNA, garden) },
        { party: shop, body: await tokensFor(BEN, shop) },
      ];
      const { code: open } = await browser.connect(ANNA, shop);
      const { code: ofBen } = await new CookieBrowser(server).connect(BEN, shop);
      for (const token of [anna.access_token, renewed.access_token])
        expect(await tokenStatus(server, token)).toBe(200);

      const { status, headers } = await browser.post('/account/disconnect', { client: 'shop' });
      expect([status, headers.location]).toEqual([303, '/account/applications']);

      for (const token of [anna.access_token, renewed.access_token])
        expect(await tokenStatus(server, token)).toBe(401);
      expect((await refresh(server, renewed.refresh_token, shop)).body.error).toBe('invalid_grant');
      expect((await exchange(server, shop, open)).body.error).toBe('invalid_grant');
      expect((await exchange(server, shop, ofBen)).status).toBe(200);
      for (const { party, body } of others) {
        expect(await tokenStatus(server, body.access_token)).toBe(200);
        expect((await refresh(server, body.refresh_token, party)).status).toBe(200);
      }
      const { text } = await browser.get('/account/applications');
      expect([text.includes('value="shop"'), text.includes('value="garden"')]).toEqual([false, true]);
      expect((await (await browser.begin(shop)).show()).text).toContain('Connect Shop?'); // asked again
    });

    it('disconnect concurrent with an exchange leaves nothing that works (D71)', async () => {
      await browser.signIn(ANNA);
      for (let round = 0; round < 10; round++) {
        const { code } = await (await browser.begin(shop)).allow();
        const exchanging = () => exchange(server, shop, code);
        const disconnecting = () => browser.post('/account/disconnect', { client: 'shop' });
        const [a, b] = await Promise.all(
          round % 2 === 0 ? [exchanging(), disconnecting()] : [disconnecting(), exchanging()],
        );
        const { status, body } = round % 2 === 0 ? a : b;
        expect([200, 400]).toContain(status);
        if (status === 200) expect(await tokenStatus(server, body.access_token)).toBe(401);
      }
    });

    it.each(['unknown', '', 'sh\0op'])(
      'disconnecting an unconnected app changes nothing: %j',
      async (client) => {
        await browser.connect(ANNA, shop);
        const consents = await count(server, 'consent');
        const { status, headers } = await browser.post('/account/disconnect', { client });
        expect([status, headers.location]).toEqual([303, '/account/applications']);
        expect(await count(server, 'consent')).toBe(consents);
      },
    );

    it('without a sign-in it ends nothing', async () => {
      await browser.connect(ANNA, shop);
      const stranger = new CookieBrowser(server);
      const { headers } = await stranger.post('/account/disconnect', { client: 'shop' });
      expect(headers.location).toBe('/sign-in');
      expect((await browser.get('/account/applications')).text).toContain('value="shop"');
    });

    it('a code requested by prompt=none after a disconnect requires a new consent (D61)', async () => {
      await browser.connect(ANNA, strict, pkceOf());
      await browser.post('/account/disconnect', { client: 'strict-shop' });
      const asked = await browser.get(authorizePath(strict, { ...pkceOf(), prompt: 'none' }));
      expect(redirectOf(asked).parameters.error).toBe('consent_required');
      const tab = await browser.begin(strict, pkceOf());
      const { code } = redirectOf(
        await tab.decide({ ...consentFormOf(await tab.show()), decision: 'allow' }),
      );
      expect((await exchange(server, strict, code, { code_verifier: VERIFIER })).status).toBe(200);
    });
  });
});
