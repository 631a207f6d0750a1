import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { BEN } from '../support/fixtures.js';
import { IdentityProvider } from '../support/identity-provider.js';
import { JwksServer } from '../support/jwks-server.js';
import { ISSUER, linkOf, present, startWithPartners } from '../support/single-sign-on.js';
import type { TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

const LOOKS = [
  ['en', 'Connected'],
  ['fr', 'Compte associé'],
  ['de', 'Verbunden'],
  ['es', 'Cuenta conectada'],
  ['it', 'Collegato'],
  ['nl', 'Gekoppeld'],
  ['pt', 'Ligada'],
  ['pl', 'Połączono'],
] as const;

describe("a user connects an account with a partner's, in a real browser (D117)", () => {
  let server: TestServer;
  let browser: Browser;
  let portal: IdentityProvider;
  let published: JwksServer;
  beforeAll(async () => {
    [portal, published] = await Promise.all([IdentityProvider.make(ISSUER), JwksServer.start()]);
    [server, browser] = await Promise.all([startWithPartners(portal, published), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await published.close();
  });

  const link = async (sub: string) => {
    const email = `${'benjamin'.repeat(20)}@portal.example`;
    return server.url + linkOf(server, await present(server, await portal.assert(server, { sub, email })));
  };
  it.each(LOOKS)(
    'looks well in %s; in German, whose words are the longest, everything is judged',
    async (locale, done) => {
      const watched = await WatchedPage.open(browser, { locale, viewport: PHONE });
      const { page } = watched;
      const flaws = (name: string) => (locale === 'de' ? watched.flaws(`link-${name}`) : watched.tooWide());
      const url = await link(`look-${locale}`);
      await page.goto(url);
      await page.fill('#identifier', BEN.email);
      await page.fill('#password', BEN.password);
      await page.click('form.card button[type=submit]');
      await page.waitForSelector('button[value=connect]');
      expect(await watched.language()).toBe(locale);
      expect(await flaws('1-question')).toEqual([]);
      await page.click('button[value=connect]');
      await page.waitForSelector(`h1:has-text("${done}")`);
      expect(await flaws('2-done')).toEqual([]);
      await page.goto(url);
      expect(await flaws('3-over')).toEqual([]);
      expect(watched.problems).toEqual([]);
      await watched.close();
    },
  );

  it('works by keyboard, without script', async () => {
    const watched = await WatchedPage.open(browser, { javaScriptEnabled: false });
    const { page } = watched;
    await page.goto(await link('keyboard'));
    await page.focus('#identifier');
    await page.keyboard.type(BEN.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(BEN.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Connect', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Connected' }).waitFor();
    await watched.close();
  });
});
