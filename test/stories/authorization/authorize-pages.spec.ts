import { describe, expect, it } from '@jest/globals';
import { useThirdParties } from '../../support/authorization-stage.js';
import {
  authorizePath,
  CookieBrowser,
  exchange,
  pkceOf,
  redirectOf,
  THIRD_PARTIES,
  VERIFIER,
} from '../../support/authorization.js';
import { ANNA } from '../../support/fixtures.js';
import { Database } from '../../../src/platform/database/database.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, garden, bare } = THIRD_PARTIES;

describe('GET /authorize chooses the page for the user (§3.3 C, D58, D61)', () => {
  let server: TestServer;
  useThirdParties((stage) => {
    ({ server } = stage);
  });

  describe('prompt (D61, OpenID Connect Core §3.1.2.1)', () => {
    const unseen = async (browser: CookieBrowser, parameters: Record<string, string> = {}) =>
      redirectOf(await browser.get(authorizePath(garden, { prompt: 'none', ...parameters })));

    it('none: login_required, then consent_required, then a code that works once it is remembered', async () => {
      const browser = new CookieBrowser(server);
      expect((await unseen(browser)).parameters.error).toBe('login_required');
      await browser.signIn(ANNA);
      expect((await unseen(browser)).parameters).toEqual({
        of: '1',
        error: 'consent_required',
        state: 'st',
        iss: server.url,
      });
      await (await browser.begin(garden)).allow();
      const { code, parameters } = await unseen(browser, pkceOf());
      expect(parameters).toMatchObject({ state: 'st', iss: server.url });
      const { status } = await exchange(server, garden, code, { code_verifier: VERIFIER });
      expect(status).toBe(200);
    });

    it.each(['login', 'select_account', 'login consent'])(
      '%s asks a browser that is signed in again',
      async (prompt) => {
        const browser = new CookieBrowser(server);
        await browser.connect(ANNA, shop);
        const tab = await browser.begin(shop, { prompt });
        expect((await tab.show()).text).toContain('name="password"');
        const { account } = await (await browser.begin(shop, { prompt: 'consent' })).consentForm();
        const { headers } = await tab.decide({ account, decision: 'allow' });
        expect(headers.location).toBe(tab.path); // no code without the new sign-in
        await tab.signIn(ANNA);
        expect((await tab.allow()).code).toMatch(/^[\w-]{43}$/);
      },
    );

    it('consent asks again despite a remembered one', async () => {
      const browser = new CookieBrowser(server);
      await browser.connect(ANNA, shop);
      expect((await (await browser.begin(shop)).show()).status).toBe(302);
      const asked = await (await browser.begin(shop, { prompt: 'consent' })).show();
      expect([asked.status, asked.text.includes('Connect Shop?')]).toEqual([200, true]);
    });
  });

  it('a client deleted since it was recognized: 503, nothing was changed', async () => {
    const browser = new CookieBrowser(server);
    const begin = () => browser.get(authorizePath(bare));
    expect((await begin()).status).toBe(302); // cached from here on, for 5 s (D35)
    await server.get(Database).dataSource.query('DELETE FROM client WHERE client_id = $1', [bare.id]);
    const { status, headers } = await begin();
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('2');
  });
});
