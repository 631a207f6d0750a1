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

const { shop, garden, bare, pocket } = THIRD_PARTIES;

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

  it('login_hint fills the form, as text', async () => {
    const hint = 'anna@family.example"><b>';
    const { text } = await (await new CookieBrowser(server).begin(shop, { login_hint: hint })).show();
    expect(text).toContain('value="anna@family.example&quot;>&lt;b>"');
  });

  it.each([
    ['de', undefined, 'de'],
    ['xx fr-CA de', 'es', 'fr'],
    ['de_DE', 'es', 'de'],
    [undefined, 'es', 'es'],
    ['xx', 'es', 'es'],
    ['xx', undefined, 'en'],
  ])('ui_locales=%s with Accept-Language %s is %s', async (ui_locales, accepted, language) => {
    const tab = await new CookieBrowser(server).begin(shop, { ui_locales });
    const { text } = await tab.show(accepted === undefined ? {} : { 'Accept-Language': accepted });
    expect(text).toContain(`<html lang="${language}">`);
  });

  // I2.3-13, I3.3-08
  it('the sign-in and the consent page name the third party and the requested permissions (D58)', async () => {
    const tab = await new CookieBrowser(server).begin(bare);
    expect((await tab.show()).text).toContain('to continue to Bare');
    await tab.signIn(ANNA);
    const { text } = await tab.show();
    for (const part of ['Connect Bare?', 'Anna K.', 'recognize you when you come back', 'bare.example'])
      expect(text).toContain(part);
    expect(text).not.toContain('see your name');
    const asksMore = await new CookieBrowser(server).begin(garden, { prompt: 'consent' });
    await asksMore.signIn(ANNA);
    expect((await asksMore.show()).text).toContain('see your name');
  });

  // I2.2-09
  it('a login of 255 characters of two UTF-16 units each can be typed (D20)', async () => {
    const { text } = await (await new CookieBrowser(server).begin(bare)).show();
    expect(/<input id="identifier"[^>]*>/.exec(text)?.[0]).toContain('maxlength="510"');
  });

  it('an app is named by its scheme: the part after it is no host', async () => {
    const tab = await new CookieBrowser(server).begin(pocket, pkceOf());
    await tab.signIn(ANNA);
    expect((await tab.show()).text).toContain('You will go back to com.example.pocket<');
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
