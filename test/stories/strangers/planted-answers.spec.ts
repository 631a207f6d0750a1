import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { ANSWER_NAMES } from '../../../src/oauth/clients/answer-names.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import {
  authorizePath,
  CookieBrowser,
  redirectOf,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { ANNA } from '../../support/fixtures.js';
import { request, type RawAnswer } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';
import { newCipher, sentBackTo, WebSite } from '../../support/web-flow.js';

const { shop } = THIRD_PARTIES;
/** Its RedirectUrls have a query with a parameter that Hearth answers with. */
const ODD = {
  id: 'odd',
  secret: 'odd-secret-1',
  name: 'Odd',
  redirectUri: 'https://odd.example/cb?state=of-old',
};
const PLANTED = ANSWER_NAMES.map((name) => `${shop.redirectUri}?${name}=ATTACKERS`);

describe('nothing can be planted in an answer (D169)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties();
    const { id, secret, name, redirectUri } = ODD;
    const rules = { ruleset: 'WEB', clientType: 'confidential' as const, isPrivileged: false };
    await server.get(Bootstrap).apply({
      clients: [{ clientId: id, clientSecret: secret, name, ...rules, redirectUrls: [redirectUri] }],
    });
  });
  afterAll(() => server.close());

  describe('/authorize', () => {
    const WAYS: readonly [what: string, more: Record<string, string>][] = [
      ['to the challenge', {}],
      ['at once', { prompt: 'none' }],
      ['with an error', { response_type: 'token' }],
    ];
    it.each(WAYS)('refuses a redirect_uri with a parameter that it answers with: %s', async (_what, more) => {
      for (const redirect_uri of PLANTED) {
        const { status, headers, text } = await request(server, {
          path: authorizePath(shop, { redirect_uri, ...more }),
        });
        expect([redirect_uri, status, headers.location]).toEqual([redirect_uri, 400, undefined]);
        expect(text).toContain('has a parameter that Hearth answers with');
      }
    });

    it('refuses the one that the issue began with, in any spelling', async () => {
      const queries = [
        'code=ATTACKERS&iss=https://evil.test&state=x',
        'CODE=x',
        'a=1;code=x',
        '%63ode=x',
        'code%5B%5D=x',
        'code',
      ];
      for (const query of queries) {
        const path = authorizePath(shop, { redirect_uri: `${shop.redirectUri}?${query}` });
        expect([query, (await request(server, { path })).status]).toEqual([query, 400]);
      }
    });

    it('accepts other queries as before, and its own answer is the only one', async () => {
      const redirect_uri = `${shop.redirectUri}?from=mail&next=%2Fx%3Fcode%3D1`;
      const browser = new CookieBrowser(server);
      const { location, code } = await browser.connect(ANNA, shop, { redirect_uri });
      const answer = location.slice(redirect_uri.length);
      expect(location.startsWith(`${redirect_uri}&`)).toBe(true);
      expect(answer).toBe(`&code=${code}&iss=${encodeURIComponent(server.url)}&state=st`);
    });

    it('accepts one that was registered with it, exactly; its own answer comes after it', async () => {
      const browser = new CookieBrowser(server);
      const { location } = await browser.connect(ANNA, ODD);
      expect(location.startsWith(`${ODD.redirectUri}&code=`)).toBe(true);
      expect(location.endsWith('&state=st')).toBe(true);
      for (const query of ['?state=other', '?state=of-old&code=x', '?code=x', '']) {
        const path = authorizePath(ODD, { redirect_uri: `https://odd.example/cb${query}` });
        expect([query, (await request(server, { path })).status]).toEqual([query, 400]);
      }
    });
  });

  describe('form of the web flow', () => {
    const site = () => new WebSite(server, shop);

    it('returns to no address with a parameter that Hearth answers with, and the cipher stays valid', async () => {
      const cipher = newCipher();
      await site().secretFor(cipher);
      for (const redirect_uri of PLANTED) {
        const { status, headers, body } = await site().post(cipher, { redirect_uri });
        expect([redirect_uri, status, headers.location]).toEqual([redirect_uri, 400, undefined]);
        expect(body.a01.ex.message).toContain('no parameter that Hearth answers with');
      }
      const { answer } = sentBackTo(await site().post(cipher, { redirect_uri: `${shop.redirectUri}?a=1` }));
      expect(Object.keys(answer).sort()).toEqual(['a', 'session_id', 'state']);
    });

    it('sends no error there either', async () => {
      const cipher = newCipher();
      await site().secretFor(cipher);
      const redirect_uri = `${shop.redirectUri}?error=none`;
      const { status, headers } = await site().post(cipher, { redirect_uri, password: 'wrong' });
      expect([status, headers.location]).toEqual([400, undefined]);
    });
  });

  it('signing out returns exactly to the registered address (D220)', async () => {
    const browser = new CookieBrowser(server);
    const signedOut = (party: typeof shop | typeof ODD, more: string): Promise<RawAnswer> => {
      const post_logout_redirect_uri = `${party.redirectUri}${more}`;
      return browser.post('/sign-out', { client_id: party.id, state: 'mine', post_logout_redirect_uri });
    };
    for (const more of ['?state=x', '?', '/', '/below']) {
      const { status, headers } = await signedOut(shop, more);
      expect([more, status, headers.location]).toEqual([more, 200, undefined]);
    }
    expect(redirectOf(await signedOut(shop, '')).location).toBe(`${shop.redirectUri}?state=mine`);
    expect(redirectOf(await signedOut(ODD, '')).location).toBe(`${ODD.redirectUri}&state=mine`);
  });

  it('the tester reports that too, and warns about registered ones', async () => {
    const api = await AdminApi.signIn(server, await newAdmin(server));
    const test = async (id: string, redirectUri: string) =>
      (await api.send('POST', `/clients/${id}/redirect-test`, { body: { redirectUri } })).body;
    expect(await test(shop.id, `${shop.redirectUri}?a=1&co%64e[]=x`)).toEqual({
      matches: false,
      reason:
        'Its query has co%64e[], a parameter that Hearth itself adds. Choose another name, or register the URL with exactly this query.',
    });
    expect(await test(ODD.id, ODD.redirectUri)).toEqual({
      matches: true,
      reason: `It is exactly ${ODD.redirectUri}. Its query has state, a parameter that Hearth itself adds; Hearth’s own comes after it.`,
    });
  });
});
