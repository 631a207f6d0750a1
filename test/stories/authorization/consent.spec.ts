import { beforeEach, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import type { CookieBrowser } from '../../support/authorization.js';
import { authorizePath, exchange, pkceOf, redirectOf, THIRD_PARTIES } from '../../support/authorization.js';
import { basic, bearer, call, post, refresh, tokenStatus } from '../../support/a01.js';
import { accountId, count } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { setPatterns } from '../../support/record-changes.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, garden, wide, bare, strict, pocket } = THIRD_PARTIES;

describe('user decides what a third party may do (§3.3 D, D59, D61, D72)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  useThirdParties((stage) => {
    ({ server, browser } = stage);
  });

  describe('declined (D59)', () => {
    // I3.3-16
    it.each([
      ['on the consent page', true],
      ['on the sign-in page', false],
    ])('%s: access_denied with state and iss, no code, nothing remembered', async (_what, signsIn) => {
      const [codes, consents] = [await count(server, 'authorization_code'), await count(server, 'consent')];
      const tab = await browser.begin(garden, { state: 'a b&c', prompt: 'consent' });
      if (signsIn) await tab.signIn(ANNA);
      const { status, parameters, target } = await tab.deny();
      expect([status, target]).toEqual([302, 'https://garden.example/cb']);
      expect(parameters).toMatchObject({ error: 'access_denied', state: 'a b&c', iss: server.url });
      expect(parameters.code).toBeUndefined();
      expect(await count(server, 'authorization_code')).toBe(codes);
      expect(await count(server, 'consent')).toBe(consents);
    });

    it('after the browser’s back button the page still exists, and Allow allows', async () => {
      const tab = await browser.begin(garden, { prompt: 'consent' });
      await tab.signIn(ANNA);
      expect((await tab.deny()).parameters.error).toBe('access_denied');
      const again = await tab.allow();
      expect(again.parameters.error).toBeUndefined();
      expect((await exchange(server, garden, again.code)).status).toBe(200);
    });

    it.each([{}, { decision: '' }, { decision: 'ALLOW' }])(
      'anything but allow declines: %j',
      async (form) => {
        const tab = await browser.begin(garden, { prompt: 'consent' });
        await tab.signIn(ANNA);
        const answer = await tab.decide({
          ...(await tab.consentForm()),
          ...(form as Record<string, string>),
        });
        expect(redirectOf(answer).parameters.error).toBe('access_denied');
      },
    );
  });

  describe('consent is remembered (D61)', () => {
    // I3.3-15
    it('per account and client: a repeated request passes without a page, by 302', async () => {
      await browser.connect(ANNA, shop);
      const again = redirectOf(await (await browser.begin(shop, { state: 'again' })).show());
      expect([again.status, again.parameters.state]).toEqual([302, 'again']);
      expect((await exchange(server, shop, again.code)).status).toBe(200);
      expect((await (await browser.begin(strict, pkceOf())).show()).status).toBe(200); // another client
      await browser.signIn(BEN);
      expect((await (await browser.begin(shop)).show()).text).toContain('You are signed in as Ben');
    });

    it('not for a client without a secret: any app could claim to be it (D107)', async () => {
      await browser.connect(ANNA, pocket, pkceOf());
      expect((await (await browser.begin(pocket, pkceOf())).show()).text).toContain('Connect Pocket?');
      const unseen = await browser.get(authorizePath(pocket, { ...pkceOf(), prompt: 'none' }));
      expect(redirectOf(unseen).parameters.error).toBe('consent_required');
      expect((await browser.get('/account/applications')).text).toContain('value="pocket"'); // and ended there, like any other
    });

    it('another scope asks again, and is added to the allowed ones', async () => {
      await browser.connect(ANNA, bare);
      expect((await (await browser.begin(bare)).show()).status).toBe(302);
      await setPatterns(server, 'SIGN-IN-ONLY', ['log2*', 'oauth2*', 'acc*']);
      try {
        const tab = await browser.begin(bare, { scope: 'account' });
        expect((await tab.show()).text).toContain('see your name');
        await tab.allow();
        expect((await (await browser.begin(bare)).show()).status).toBe(302);
      } finally {
        await setPatterns(server, 'SIGN-IN-ONLY', ['log2*', 'oauth2*']);
      }
    });

    it('allowing twice works, even without a scope to remember', async () => {
      await browser.connect(BEN, bare);
      const tab = await browser.begin(bare, { prompt: 'consent' });
      expect((await tab.allow()).code).toMatch(/^[\w-]{43}$/);
    });
  });

  describe('Allow', () => {
    // I3.3-10, I3.3-11, I3.3-14
    it('sends an interface client’s user back with 302, a strict one’s with 303, both with iss (§3.3 D, D203)', async () => {
      for (const [party, status] of [
        [garden, 302],
        [strict, 303],
      ] as const) {
        const back = await browser.connect(ANNA, party, { ...pkceOf(), prompt: 'consent' });
        expect([back.status, back.parameters.iss]).toEqual([status, server.url]);
      }
    });

    // I3.3-12, I3.3-13, I4.2-36
    it('clicked twice at once gives two redirects with different codes, both valid (D72)', async () => {
      const tab = await browser.begin(garden, { prompt: 'consent', state: 'twice' });
      await tab.signIn(ANNA);
      const form = { ...(await tab.consentForm()), decision: 'allow' };
      const answers = await Promise.all([tab.decide(form), tab.decide(form)]);
      const redirects = answers.map(redirectOf);
      expect(redirects.map(({ status }) => status)).toEqual([302, 302]);
      expect(redirects.map(({ parameters }) => parameters.state)).toEqual(['twice', 'twice']);
      expect(new Set(redirects.map(({ code }) => code)).size).toBe(2);
      for (const { code } of redirects) expect((await exchange(server, garden, code)).status).toBe(200);
    });

    it('for an account other than the one shown returns to the page, without a code', async () => {
      await browser.signIn(ANNA);
      const tab = await browser.begin(garden, { prompt: 'consent' });
      const form = { ...(await tab.consentForm()), decision: 'allow' };
      await browser.signIn(BEN); // in the next tab
      const codes = await count(server, 'authorization_code');
      for (const account of [form.account, '', '0', "1' OR '1'='1"]) {
        const { status, headers } = await tab.decide({ ...form, account });
        expect([status, headers.location]).toEqual([303, tab.path]);
      }
      expect(await count(server, 'authorization_code')).toBe(codes);
      expect(await tab.consentForm()).toEqual({ account: await accountId(server, BEN.email) });
    });

    it('counts for the account signed in on the form, whatever the other tab does (D72)', async () => {
      const tab = await browser.begin(garden, { prompt: 'consent' });
      await tab.signIn(ANNA);
      await browser.signIn(BEN);
      expect(await tab.consentForm()).toEqual({ account: await accountId(server, ANNA.email) });
    });

    it('without a sign-in gives nothing', async () => {
      const tab = await browser.begin(garden);
      const { status, headers } = await tab.decide({
        account: await accountId(server, ANNA.email),
        decision: 'allow',
      });
      expect([status, headers.location]).toEqual([303, tab.path]);
    });

    it('by an account that was disabled meanwhile gives no code', async () => {
      const tab = await browser.begin(garden, { prompt: 'consent' });
      await tab.signIn(BEN);
      const form = { ...(await tab.consentForm()), decision: 'allow' };
      const ben = await accountId(server, BEN.email);
      await server.get(AccountService).disable(ben);
      try {
        const answer = await tab.decide(form, { Accept: 'text/html' });
        expect(answer.status).toBeLessThan(500);
        expect(answer.headers.location ?? '').not.toContain('code=');
      } finally {
        await server.get(AccountService).enable(ben);
      }
    });
  });

  describe('scope limits what the ruleset allows (§5.1)', () => {
    beforeEach(() => browser.signIn(ANNA));

    const search = (token: string) => call(server, 'provsearch', { identifier: BEN.email }, bearer(token));

    it('a client whose ruleset allows all may, with scope=account, call acc* only: 509', async () => {
      const { body } = await exchange(server, wide, await browser.codeFor(wide, { scope: 'account' }));
      expect(body.scope).toBe('account');
      expect(await tokenStatus(server, body.access_token)).toBe(200);
      const refused = await search(body.access_token);
      expect([refused.status, refused.body.a01.ex.name]).toEqual([
        509,
        'FizApiKeyInsufficientRightsException',
      ]);
    });

    it('without a scope it may do what its ruleset allows, but not provision: that is for clients only (D31)', async () => {
      const { body } = await exchange(server, wide, await browser.codeFor(wide));
      expect(body.scope).toBeUndefined();
      expect(await tokenStatus(server, body.access_token)).toBe(200);
      expect((await search(body.access_token)).status).toBe(509);
    });

    it('refreshing keeps the scope, and a scope parameter does not widen it', async () => {
      const { body } = await exchange(server, wide, await browser.codeFor(wide, { scope: 'account' }));
      const form = { grant_type: 'refresh_token', refresh_token: body.refresh_token, scope: 'account prov' };
      expect((await post(server, '/token', form, basic(wide))).body.error).toBe('invalid_scope');
      const renewed = (await refresh(server, body.refresh_token, wide)).body;
      expect(await tokenStatus(server, renewed.access_token)).toBe(200);
      expect((await search(renewed.access_token)).status).toBe(509);
      const again = (await refresh(server, renewed.refresh_token, wide)).body;
      expect((await search(again.access_token)).status).toBe(509);
    });

    it('it does not extend a ruleset either', async () => {
      const { parameters } = redirectOf(await browser.get(authorizePath(bare, { scope: 'account' })));
      expect(parameters.error).toBe('invalid_scope');
    });
  });
});
