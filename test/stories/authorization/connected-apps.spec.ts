import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bearer, loggedAccount, refresh } from '../../support/a01.js';
import {
  authorizePath,
  consentFormOf,
  CookieBrowser,
  exchange,
  pkceOf,
  redirectOf,
  startWithThirdParties,
  THIRD_PARTIES,
  VERIFIER,
} from '../../support/authorization.js';
import { count } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, garden, strict } = THIRD_PARTIES;

describe('a user sees and ends what applications may do, under /account (D61)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startWithThirdParties();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.clock.advance({ minutes: 31 }); // failed sign-ins of an earlier test are forgotten
    browser = new CookieBrowser(server);
  });

  describe('connected apps (D61)', () => {
    const statusOf = async (token: string) => (await loggedAccount(server, bearer(token))).status;

    it('/account is for who is signed in, and lists what was allowed since when', async () => {
      expect((await browser.get('/account')).headers.location).toBe('/sign-in');
      await browser.connect(ANNA, shop);
      const { status, text, headers } = await browser.get('/account');
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      for (const part of ['Hello, Anna K.', ANNA.email, 'The Ks', 'value="shop"', 'Connected since'])
        expect(text).toContain(part);
      await browser.signIn(BEN);
      expect((await browser.get('/account')).text).toContain('Hello, Ben');
    });

    it('a declined app is not listed', async () => {
      const tab = await browser.begin(strict, pkceOf());
      await tab.signIn(BEN);
      await tab.deny();
      expect((await browser.get('/account')).text).not.toContain('value="strict-shop"');
    });

    it('disconnect ends its tokens and open codes at once; other clients and accounts live on', async () => {
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
      for (const token of [anna.access_token, renewed.access_token]) expect(await statusOf(token)).toBe(200);

      const { status, headers } = await browser.post('/account/disconnect', { client: 'shop' });
      expect([status, headers.location]).toEqual([303, '/account']);

      for (const token of [anna.access_token, renewed.access_token]) expect(await statusOf(token)).toBe(401);
      expect((await refresh(server, renewed.refresh_token, shop)).body.error).toBe('invalid_grant');
      expect((await exchange(server, shop, open)).body.error).toBe('invalid_grant');
      expect((await exchange(server, shop, ofBen)).status).toBe(200);
      for (const { party, body } of others) {
        expect(await statusOf(body.access_token)).toBe(200);
        expect((await refresh(server, body.refresh_token, party)).status).toBe(200);
      }
      const { text } = await browser.get('/account');
      expect([text.includes('value="shop"'), text.includes('value="garden"')]).toEqual([false, true]);
      expect((await (await browser.begin(shop)).show()).text).toContain('Connect Shop?'); // asked again
    });

    it('disconnect against an exchange at the same moment leaves nothing that works (D71)', async () => {
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
        if (status === 200) expect(await statusOf(body.access_token)).toBe(401);
      }
    });

    it.each(['unknown', '', 'sh\0op'])(
      'disconnecting what is not connected changes nothing: %j',
      async (client) => {
        await browser.connect(ANNA, shop);
        const consents = await count(server, 'consent');
        const { status, headers } = await browser.post('/account/disconnect', { client });
        expect([status, headers.location]).toEqual([303, '/account']);
        expect(await count(server, 'consent')).toBe(consents);
      },
    );

    it('without a sign-in it ends nothing', async () => {
      await browser.connect(ANNA, shop);
      const stranger = new CookieBrowser(server);
      const { headers } = await stranger.post('/account/disconnect', { client: 'shop' });
      expect(headers.location).toBe('/sign-in');
      expect((await browser.get('/account')).text).toContain('value="shop"');
    });
  });

  it('a code reached by prompt=none after a disconnect takes a new consent (D61)', async () => {
    await browser.connect(ANNA, strict, pkceOf());
    await browser.post('/account/disconnect', { client: 'strict-shop' });
    const asked = await browser.get(authorizePath(strict, { ...pkceOf(), prompt: 'none' }));
    expect(redirectOf(asked).parameters.error).toBe('consent_required');
    const tab = await browser.begin(strict, pkceOf());
    const { code } = redirectOf(await tab.decide({ ...consentFormOf(await tab.show()), decision: 'allow' }));
    expect((await exchange(server, strict, code, { code_verifier: VERIFIER })).status).toBe(200);
  });
});
