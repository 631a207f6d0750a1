import { exportJWK, generateKeyPair } from 'jose';
import { expect, test } from '../support/page-test.js';
import { ConsoleStage } from '../support/console-stage.js';
import type { WatchedPage } from '../support/watched-page.js';

test.describe('console in a real browser: clients', () => {
  const stage = new ConsoleStage();

  test.describe('the pages look right in every look and pass axe', () => {
    let watched: WatchedPage;
    test.beforeAll(async () => {
      watched = await stage.open('/admin/clients/new');
    });
    test.afterAll(() => watched.close());

    for (const [path, name] of [
      ['/admin/clients', 'admin-clients'],
      ['/admin/clients/new', 'admin-new-client'],
      ['/admin/clients/new?kind=server', 'admin-new-client-form'],
      ['/admin/clients/new?kind=password', 'admin-new-client-password'],
      ['/admin/clients/new?kind=bank', 'admin-new-client-bank'],
      ['/admin/clients/shop?call=provsearch', 'admin-client'],
      ['/admin/clients/shop/delete', 'admin-client-delete'],
      ['/admin/configuration', 'admin-configuration'],
    ] as const)
      test(`${path}`, async () => {
        await watched.page.goto(`${stage.server.url}${path}`);
        expect(await watched.flaws(name)).toEqual([]);
        expect(watched.problems).toEqual([]);
      });

    test('a preview', async () => {
      await watched.page.goto(`${stage.server.url}/admin/rulesets/WEB`);
      await watched.page.fill('#rules', 'acc*\nprov*\n!provdeleteaccount');
      await watched.page.click('text=Preview');
      expect(await watched.flaws('admin-ruleset-preview')).toEqual([]);
    });

    test('a new client with its secret', async () => {
      await watched.page.goto(`${stage.server.url}/admin/clients/new?kind=server`);
      await watched.page.fill('#clientId', 'pictured');
      await watched.page.fill('#name', 'Pictured');
      await watched.page.fill('#redirectUrls', 'https://pictured.example/callback');
      await watched.page.click('text=Create client');
      expect(await watched.flaws('admin-client-created')).toEqual([]);
      expect(watched.problems).toEqual([]);
    });

    test('a new client with a key, and its longest snippet', async () => {
      const { publicKey } = await generateKeyPair('ES256');
      await watched.page.goto(`${stage.server.url}/admin/clients/new?kind=bank`);
      await watched.page.fill('#clientId', 'pictured-bank');
      await watched.page.fill('#name', 'Pictured bank');
      await watched.page.fill('#redirectUrls', 'https://pictured.example/callback');
      await watched.page.fill('#jwks', JSON.stringify({ keys: [await exportJWK(publicKey)] }));
      await watched.page.click('text=Create client');
      await watched.page.click('text=Go to client');
      await watched.page.click('summary:text("oauth4webapi")');
      await expect(watched.page.locator('details[open] code').first()).toContainText('PrivateKeyJwt');
      await watched.page.evaluate(() => scrollTo(0, 0));
      expect(await watched.flaws('admin-client-with-key')).toEqual([]);
      expect(watched.problems).toEqual([]);
    });
  });
});
