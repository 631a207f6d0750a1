import { describe, expect, it } from '@jest/globals';
import { AuditTrail } from '../../support/audit-trail.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import { CookieBrowser, pkceOf, THIRD_PARTIES } from '../../support/authorization.js';
import { accountId, count } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import type { RawAnswer } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, garden, pocket } = THIRD_PARTIES;
const CROSS_SITE = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };

describe('challenge: a sign-in for a third party, in the browser that began it (§3.3 C, D58, D72)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  useThirdParties((stage) => {
    ({ server, browser } = stage);
  });

  const wrong = { ...ANNA, password: 'not-the-one' };
  function expectOver({ status, text, headers }: RawAnswer): void {
    expect([status, headers.location]).toEqual([410, undefined]);
    expect(text).toContain('Please start again');
    expect(headers['cache-control']).toBe('no-store');
  }

  describe('sign-in', () => {
    // I3.3-08, I3.3-09
    it('a wrong password is 401 and the form again, with a message and the input (D40)', async () => {
      const tab = await browser.begin(shop);
      const { status, text, headers } = await tab.trySignIn(wrong);
      expect(status).toBe(401);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(text).toContain('role="alert">The e-mail, phone or login, or the password, is wrong.');
      expect(text).toContain(`value="${ANNA.email}"`);
      expect(text).toContain('to continue to Shop');
      expect(text).toContain('Shop asks for your permission to:');
      expect(text).not.toContain('not-the-one');
      expect(browser.cookies.has('JSESSIONID')).toBe(false);
      await tab.signIn(ANNA);
      expect((await tab.allow()).code).toMatch(/^[\w-]{43}$/);
    });

    it('too many failures are 429 and the form, which says how long to wait (D40)', async () => {
      const tab = await browser.begin(shop);
      for (let i = 0; i < 5; i++)
        expect((await tab.trySignIn({ ...wrong, password: `${wrong.password} ${i}` })).status).toBe(401);
      const { status, text, headers } = await tab.trySignIn(ANNA);
      expect([status, headers['retry-after']]).toEqual([429, '1']);
      expect(text).toContain('Too many failed attempts. Wait 1 second,');
      server.clock.advance({ seconds: 1 });
      await tab.signIn(ANNA);
    });

    it.each([
      ['nothing', {}],
      ['NUL', { identifier: 'a\0b', password: 'c\0d' }],
      ['too much', { identifier: 'x'.repeat(5000), password: 'y'.repeat(5000) }],
    ])('a form with %s is invalid', async (_what, form) => {
      const tab = await browser.begin(shop);
      expect((await browser.post(tab.step('sign-in'), form)).status).toBe(401);
    });

    it('the session id is a new one: a planted one is worth nothing (D42)', async () => {
      await browser.signIn(BEN);
      const planted = browser.cookies.get('JSESSIONID');
      const tab = await browser.begin(shop, { prompt: 'login' });
      await tab.signIn(ANNA);
      expect(browser.cookies.get('JSESSIONID')).not.toBe(planted);
      const thief = new CookieBrowser(server);
      thief.cookies.set('JSESSIONID', planted as string);
      expect((await thief.get('/account')).headers.location).toBe('/sign-in');
    });

    it('a signed-in browser comes to the consent at once, and may use another account', async () => {
      await browser.signIn(ANNA);
      const tab = await browser.begin(garden, { prompt: 'consent' });
      expect((await tab.show()).text).toContain('You are signed in as Anna K');
      expect((await browser.get(`${tab.path}&switch=1`)).text).toContain('name="password"');
      await tab.signIn(BEN);
      expect((await tab.show()).text).toContain('You are signed in as Ben');
    });
  });

  describe('challenge belongs to the browser that began it, for 10 minutes (D58, D59)', () => {
    it.each(['no cookie', 'another cookie', 'a malformed cookie'])(
      '410 for %s, for each step',
      async (which) => {
        const tab = await browser.begin(shop);
        await tab.signIn(ANNA);
        const form = { account: await accountId(server, ANNA.email), decision: 'allow' };
        const other = new CookieBrowser(server);
        if (which === 'another cookie') await other.begin(garden);
        if (which === 'a malformed cookie') other.cookies.set('hearth_browser', 'x');
        await other.signIn(ANNA);
        expectOver(await other.get(tab.path));
        expectOver(
          await other.post(tab.step('sign-in'), { identifier: ANNA.email, password: ANNA.password }),
        );
        expectOver(await other.post(tab.step('consent'), form));
        expectOver(await other.post(tab.step('consent'), { decision: 'deny' }));
        expect((await tab.allow()).code).toBeDefined();
      },
    );

    it.each(['', '?session_id=', '?session_id=unknown', '?session_id=a&session_id=b', '?session_id=%00'])(
      '410 without one: /challenge%s',
      async (query) => {
        await browser.begin(shop);
        expectOver(await browser.get(`/challenge${query}`));
      },
    );

    // I3.3-04, I3.3-17
    it('410 after ten minutes, for each step', async () => {
      const tab = await browser.begin(shop);
      server.clock.advance({ seconds: 599 });
      await tab.signIn(ANNA);
      const form = { account: await accountId(server, ANNA.email), decision: 'allow' };
      server.clock.advance({ seconds: 1 });
      expectOver(await tab.show());
      expectOver(await tab.trySignIn(ANNA));
      expectOver(await tab.decide(form));
    });

    it('signing out ends the pending challenges of the browser (D72)', async () => {
      await browser.signIn(ANNA);
      const [one, two] = [await browser.begin(shop), await browser.begin(garden)];
      expect((await browser.post('/sign-out')).status).toBe(200);
      expect([...browser.cookies.keys()]).toEqual(['hearth-known']); // it opens nothing (D255)
      for (const tab of [one, two]) {
        expectOver(await tab.show());
        expectOver(await tab.decide({ decision: 'deny' }));
      }
    });
  });

  it('signing out ends them on the server too: a copied cookie is worth nothing (§3.1)', async () => {
    const tab = await browser.begin(garden, { prompt: 'consent' });
    await tab.signIn(ANNA);
    const form = { ...(await tab.consentForm()), decision: 'allow' };
    const kept = [...browser.cookies];
    await browser.post('/sign-out');
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expectOver(await tab.show());
    expectOver(await tab.decide(form));
  });

  describe('page of another site cannot decide for the user: 403 (D43)', () => {
    it('sign-in: nobody is signed in to an account chosen by the page', async () => {
      const tab = await browser.begin(shop);
      const sessions = await count(server, 'session');
      const answers = [
        await tab.trySignIn(BEN, CROSS_SITE),
        await browser.post('/sign-in', { identifier: BEN.email, password: BEN.password }, CROSS_SITE),
      ];
      for (const { status, headers } of answers)
        expect([status, headers['set-cookie']]).toEqual([403, undefined]);
      expect(await count(server, 'session')).toBe(sessions);
      expect((await tab.show()).text).toContain('name="password"');
    });

    it('consent, either way', async () => {
      const tab = await browser.begin(garden, { prompt: 'consent' });
      await tab.signIn(ANNA);
      const form = await tab.consentForm();
      const codes = await count(server, 'authorization_code');
      const events = await new AuditTrail(server).of(async () => {
        for (const decision of ['allow', 'deny']) {
          const { status, headers } = await tab.decide({ ...form, decision }, CROSS_SITE);
          expect([status, headers.location]).toEqual([403, undefined]);
        }
      });
      expect(await count(server, 'authorization_code')).toBe(codes);
      expect(events).toEqual([]);
    });

    it('disconnect and sign-out', async () => {
      await browser.connect(ANNA, shop);
      const { status } = await browser.post('/account/disconnect', { client: 'shop' }, CROSS_SITE);
      expect(status).toBe(403);
      expect((await browser.post('/sign-out', {}, CROSS_SITE)).status).toBe(403);
      expect((await browser.get('/account/applications')).text).toContain('value="shop"');
    });
  });

  it.each([
    ['shop', shop, {}, 'https://shop.example'],
    ['a custom scheme', pocket, pkceOf(), 'com.example.pocket:'],
  ])(
    'the pages allow a form to end in the redirect, and in no other site: %s',
    async (_what, party, asked, target) => {
      const tab = await browser.begin(party, { ...asked, prompt: 'consent' });
      const pages = [await tab.show(), await tab.trySignIn(wrong)];
      await tab.signIn(ANNA);
      pages.push(await tab.show());
      for (const { headers } of pages) {
        const policy = headers['content-security-policy'] as string;
        expect(policy.split(/;\s*/)).toContain(`form-action 'self' ${target}`);
        expect(policy).toContain("frame-ancestors 'none'");
      }
    },
  );
});
