import { describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { basic, bearer, call, loggedAccount, post, refresh, tokenStatus } from '../../support/a01.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import type { CookieBrowser } from '../../support/authorization.js';
import { exchange, exchangeByCall, pkceOf, THIRD_PARTIES, VERIFIER } from '../../support/authorization.js';
import { accountId, count, rows } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import type { RawAnswer } from '../../support/http.js';
import { macHeader } from '../../support/mac-signer.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, garden, strict, pocket } = THIRD_PARTIES;
const OTHER_VERIFIER = 'another-verifier-of-at-least-forty-three-chars';

type Parameters = Readonly<Record<string, string | undefined>>;
type Party = (typeof THIRD_PARTIES)[keyof typeof THIRD_PARTIES];

describe('third party exchanges the code for tokens (§3.3 E, §4.2, D54, D60, D62)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  useThirdParties(async (stage) => {
    ({ server, browser } = stage);
    await browser.signIn(ANNA);
  });

  const codeFor = (party: Party, parameters: Parameters = {}) => browser.codeFor(party, parameters);
  const statusOf = (token: string) => tokenStatus(server, token);

  /** The two exchanges, as one function. */
  const WAYS = {
    '/token': exchange,
    log2generateaccesstokenbyauthorizationcode: (
      at: TestServer,
      party: Party,
      code: string,
      { code_verifier, token_type }: Parameters = {},
    ) =>
      exchangeByCall(at, party, code, {
        ...(code_verifier === undefined ? {} : { codeVerifier: code_verifier }),
        ...(token_type === 'mac' ? { tokentype: 'Mac' } : {}),
      }),
  } as const;
  type Way = keyof typeof WAYS;

  function expectRefused(way: Way, answer: RawAnswer): void {
    expect(answer.status).toBe(400);
    if (way === '/token') expect(answer.body.error).toBe('invalid_grant');
    else expect(answer.body.a01.ex).toMatchObject({ type: 'Ex' });
  }

  describe.each(Object.keys(WAYS) as Way[])('by %s', (way) => {
    const redeem = WAYS[way];

    // I2.3-12, I3.2-04, I3.3-18, I4.2-19, I4.2-22, I4.2-24, I5.2-03
    it('answers Bearer tokens that work as the account and can be refreshed (§2.4)', async () => {
      const { status, headers, body } = await redeem(server, shop, await codeFor(shop));
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type']);
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
      const account = await loggedAccount(server, bearer(body.access_token));
      expect(account.body.a01.r.r).toMatchObject({
        accountId: await accountId(server, ANNA.email),
        name: 'Anna K.',
      });
      const renewed = await refresh(server, body.refresh_token, shop);
      expect(renewed.status).toBe(200);
      expect(await statusOf(renewed.body.access_token)).toBe(200);
    });

    // I4.2-24
    it('answers MAC tokens with a key that signs (§5.2, D47)', async () => {
      const { body } = await redeem(server, shop, await codeFor(shop), { token_type: 'mac' });
      expect(body).toMatchObject({ token_type: 'mac', mac_algorithm: 'hmac-sha-1' });
      const url = `${server.url}/api/acc/getloggedaccount`;
      const { access_token: id, mac_key: key } = body;
      const signed = macHeader({ id, key, url, ts: server.clock.seconds });
      const answer = await loggedAccount(server, signed);
      expect(answer.body.a01.r.r).toMatchObject({ name: 'Anna K.' });
      expect((await refresh(server, body.refresh_token, shop)).body.token_type).toBe('mac');
    });

    // I4.2-23
    it('refuses another client, and the code stays valid for its own client (§4.2)', async () => {
      const code = await codeFor(shop);
      expectRefused(way, await redeem(server, garden, code, { redirect_uri: shop.redirectUri }));
      expect((await redeem(server, shop, code)).status).toBe(200);
    });

    // I4.2-40
    it.each([
      ['wrong', OTHER_VERIFIER],
      ['missing', undefined],
      ['empty', ''],
      ['the challenge itself', pkceOf().code_challenge],
    ])('refuses a verifier that is %s, without using the code up (D60)', async (_what, code_verifier) => {
      const code = await codeFor(shop, pkceOf());
      expectRefused(way, await redeem(server, shop, code, { code_verifier }));
      expect((await redeem(server, shop, code, { code_verifier: VERIFIER })).status).toBe(200);
    });

    it('refuses a verifier without a challenge, without using the code up either (D60)', async () => {
      const code = await codeFor(shop);
      expectRefused(way, await redeem(server, shop, code, { code_verifier: VERIFIER }));
      expect((await redeem(server, shop, code)).status).toBe(200);
    });

    // I3.3-19
    it('accepts a code for 60 s and no longer (D54)', async () => {
      const [one, two] = [await codeFor(shop), await codeFor(shop)];
      server.clock.advance({ seconds: 59 });
      expect((await redeem(server, shop, one)).status).toBe(200);
      server.clock.advance({ seconds: 1 });
      expectRefused(way, await redeem(server, shop, two));
    });

    // I3.3-19
    it('refuses a second use, and the tokens of the first one end at once (D54)', async () => {
      const code = await codeFor(shop);
      const { body } = await redeem(server, shop, code);
      const renewed = (await refresh(server, body.refresh_token, shop)).body;
      const other = (await redeem(server, shop, await codeFor(shop))).body;
      expect(await statusOf(body.access_token)).toBe(200);
      expectRefused(way, await redeem(server, shop, code));
      expect([await statusOf(body.access_token), await statusOf(renewed.access_token)]).toEqual([401, 401]);
      for (const { refresh_token } of [body, renewed])
        expect((await refresh(server, refresh_token, shop)).body.error).toBe('invalid_grant');
      expect(await statusOf(other.access_token)).toBe(200);
      expectRefused(way, await redeem(server, shop, code));
    });

    it('a second use after the 60 s, or with a wrong verifier, revokes as well (D54)', async () => {
      const code = await codeFor(shop, pkceOf());
      const { body } = await redeem(server, shop, code, { code_verifier: VERIFIER });
      server.clock.advance({ minutes: 5 });
      expectRefused(way, await redeem(server, shop, code, { code_verifier: OTHER_VERIFIER }));
      expect(await statusOf(body.access_token)).toBe(401);
    });

    it("another client's second use revokes nothing: it could end tokens that it never had", async () => {
      const code = await codeFor(shop);
      const { body } = await redeem(server, shop, code);
      expectRefused(way, await redeem(server, garden, code));
      expect(await statusOf(body.access_token)).toBe(200);
    });

    it('of 50 at once at most one wins, and none is a 5xx (D54, D71)', async () => {
      const code = await codeFor(shop);
      const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(server, shop, code)));
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
      const [{ body }] = won;
      expect(await statusOf(body.access_token)).toBe(401); // used twice: it has ended
      expect((await refresh(server, body.refresh_token, shop)).body.error).toBe('invalid_grant');
    });

    it('of many codes at once each gets its own answer (D54, ADR 2)', async () => {
      const own = await Promise.all([1, 2, 3].map(() => codeFor(shop)));
      const others = await Promise.all([1, 2, 3].map(() => codeFor(garden)));
      const mac = await codeFor(shop);
      const narrow = await codeFor(shop, { scope: 'account' });
      const [good, foreign, keyed, scoped] = await Promise.all([
        Promise.all(own.map((code) => redeem(server, shop, code))),
        Promise.all(others.map((code) => redeem(server, shop, code))),
        redeem(server, shop, mac, { token_type: 'mac' }),
        redeem(server, shop, narrow),
      ]);
      expect(good.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(good.map(({ body }) => body.access_token)).size).toBe(3);
      for (const { body } of good) expect(await statusOf(body.access_token)).toBe(200);
      for (const answer of foreign) expectRefused(way, answer);
      expect(keyed.body).toMatchObject({ token_type: 'mac', mac_key: expect.any(String) });
      expect(scoped.body).toMatchObject({ token_type: 'Bearer', scope: 'account' });
      for (const code of others) expect((await redeem(server, garden, code)).status).toBe(200);
    });

    it('refuses an account that was disabled after it consented, without reporting theft', async () => {
      const code = await codeFor(shop);
      const audited = () => count(server, 'audit_event', `action = 'code.reused'`);
      const [before, grants] = [await audited(), await count(server, 'token_grant')];
      await server.get(AccountService).disable(await accountId(server, ANNA.email));
      try {
        expectRefused(way, await redeem(server, shop, code));
        expect(await count(server, 'token_grant')).toBe(grants);
        expect(await audited()).toBe(before);
      } finally {
        await server.get(AccountService).enable(await accountId(server, ANNA.email));
      }
    });

    // I3.2-03
    it.each(['', 'x'.repeat(43), 'ü', 'a\tb'])('refuses an unknown code: %j', async (code) => {
      const answer = await redeem(server, shop, code);
      expect(answer.status).toBe(400);
    });

    it('refuses a client that does not authenticate', async () => {
      const code = await codeFor(shop);
      const { status } = await redeem(server, { ...shop, secret: 'wrong' }, code);
      expect(status).toBe(way === '/token' ? 401 : 509);
      expect((await redeem(server, shop, code)).status).toBe(200);
    });
  });

  it.each([
    ['another one', 'https://shop.example/callback/other'],
    ['one written in another way', 'https://SHOP.example/callback'],
    ['one with a query', 'https://shop.example/callback?'],
  ])(
    '/token refuses a redirect_uri other than the requested one, %s; the code stays valid (D54)',
    async (_what, redirect_uri) => {
      const code = await codeFor(shop);
      expectRefused('/token', await exchange(server, shop, code, { redirect_uri }));
      expect((await exchange(server, shop, code)).status).toBe(200);
    },
  );

  it.each([undefined, ''])(
    '/token requires redirect_uri (%j): 400 invalid_request; the code stays valid',
    async (redirect_uri) => {
      const code = await codeFor(shop);
      const { status, body } = await exchange(server, shop, code, { redirect_uri });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect((await exchange(server, shop, code)).status).toBe(200);
    },
  );

  it('a redirect_uri below the registered one binds exactly as requested (D56)', async () => {
    const redirect_uri = `${shop.redirectUri}/of/mine?a=b%20c`;
    const code = await codeFor(shop, { redirect_uri });
    expectRefused('/token', await exchange(server, shop, code));
    expect((await exchange(server, shop, code, { redirect_uri })).status).toBe(200);
  });

  it('the call without redirect_uri accepts a code for any (§4.2)', async () => {
    const code = await codeFor(shop, { redirect_uri: `${shop.redirectUri}/of/mine` });
    expect((await exchangeByCall(server, shop, code)).status).toBe(200);
  });

  it('a public client without secret exchanges by its verifier only (D60)', async () => {
    const code = await codeFor(pocket, pkceOf());
    expectRefused('/token', await exchange(server, pocket, code, { code_verifier: OTHER_VERIFIER }));
    expectRefused('/token', await exchange(server, pocket, code));
    const { status, body } = await exchange(server, pocket, code, { code_verifier: VERIFIER });
    expect(status).toBe(200);
    expect(await statusOf(body.access_token)).toBe(200);
  });

  it('a strict client exchanges with PKCE, and not by a query string (D68)', async () => {
    const code = await codeFor(strict, pkceOf());
    const inQuery = await post(
      server,
      `/api/log2/generateaccesstokenbyauthorizationcode?${new URLSearchParams({ code })}`,
      { tokentype: 'Bearer', codeVerifier: VERIFIER },
      basic(strict),
    );
    expect(inQuery.status).toBeGreaterThanOrEqual(400);
    expect(inQuery.status).toBeLessThan(510);
    expect(inQuery.body.access_token).toBeUndefined();
    expect((await exchange(server, strict, code, { code_verifier: VERIFIER })).status).toBe(200);
  });

  // I4.2-21, I4.2-22
  it('by its a01call name with prefixed parameters, as the interface writes it (§4.1, §4.2)', async () => {
    const code = await codeFor(shop);
    const { id: client_id, secret: client_secret } = shop;
    const answer = await call(server, 'log2generateaccesstokenbyauthorizationcode', {
      code,
      tokentype: 'Mac',
      client_id,
      client_secret,
    });
    expect([answer.status, answer.body.token_type]).toEqual([200, 'mac']);
  });

  it('stores only the digest of the code (D54)', async () => {
    const code = await codeFor(shop);
    const kept = await rows<{ all: string }>(
      server,
      'SELECT authorization_code::text AS all FROM authorization_code',
    );
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.some(({ all }) => all.includes(code))).toBe(false);
    expect(server.log.some((line) => line.includes(code))).toBe(false);
  });

  // I3.3-18
  it('the code returns the account that consented, whichever signs in to the browser meanwhile', async () => {
    const code = await codeFor(shop);
    await browser.signIn(BEN);
    const { body } = await exchange(server, shop, code);
    const account = await loggedAccount(server, bearer(body.access_token));
    expect(account.body.a01.r.r).toMatchObject({ name: 'Anna K.' });
  });
});
