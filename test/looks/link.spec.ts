import { BEN } from '../support/fixtures.js';
import { IdentityProvider } from '../support/identity-provider.js';
import { JwksServer } from '../support/jwks-server.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
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

test.describe("a user connects an account with a partner's, in a real browser (D117)", () => {
  let server: TestServer;
  let portal: IdentityProvider;
  let published: JwksServer;
  test.beforeAll(async () => {
    [portal, published] = await Promise.all([IdentityProvider.make(ISSUER), JwksServer.start()]);
    server = await startWithPartners(portal, published);
  });
  test.afterAll(async () => {
    await server.close();
    await published.close();
  });

  const link = async (sub: string) => {
    const email = `${'benjamin'.repeat(20)}@portal.example`;
    return server.url + linkOf(server, await present(server, await portal.assert(server, { sub, email })));
  };
  for (const [locale, done] of LOOKS)
    test(`looks well in ${locale}; in German, whose words are the longest, everything is judged`, async () => {
      const watched = await WatchedPage.open(browser, { locale, viewport: PHONE });
      const { page } = watched;
      const flaws = (name: string) => (locale === 'de' ? watched.flaws(`link-${name}`) : watched.tooWide());
      const url = await link(`look-${locale}`);
      await page.goto(url);
      await submitSignIn(page, BEN);
      await expect(page.locator('button[value=connect]')).toBeVisible();
      await expect(watched.page.locator('html')).toHaveAttribute('lang', locale);
      expect(await flaws('1-question')).toEqual([]);
      await page.click('button[value=connect]');
      await expect(page.locator(`h1:has-text("${done}")`)).toBeVisible();
      expect(await flaws('2-done')).toEqual([]);
      await page.goto(url);
      expect(await flaws('3-over')).toEqual([]);
      expect(watched.problems).toEqual([]);
    });
});
