import { BEN } from '../support/fixtures.js';
import { IdentityProvider } from '../support/identity-provider.js';
import { JwksServer } from '../support/jwks-server.js';
import { browser, expect, test } from '../support/page-test.js';
import { ISSUER, linkOf, present, startWithPartners } from '../support/single-sign-on.js';
import type { TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

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

  test('works by keyboard, without script', async () => {
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
    await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible();
  });
});
