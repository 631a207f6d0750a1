import type { Page } from '@playwright/test';
import { newAdmin } from '../support/admin-api.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { newPartner } from '../support/provisioning-clients.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { tell } from '../support/webhooks.js';

test.describe('console in a real browser: webhooks', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  test.beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    const starting = startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    server = await starting;
  });
  test.afterAll(async () => {
    await server.close();
    await receiver.close();
  });
  const status = (page: Page) => page.locator('[role=status]');
  const table = (page: Page) => page.locator('table.list tbody tr');

  test('creates a webhook after a mistake, tests, inspects, resends, renews and deletes it', async () => {
    const admin = await newAdmin(server);
    const partner = await newPartner(server, 'portal');
    const watched = await WatchedPage.open(browser);
    const { page, problems } = watched;
    await page.goto(`${server.url}/admin/webhooks`);
    await submitSignIn(page, admin);
    await expect(page.locator('main')).toContainText('No webhooks');
    expect(await watched.flaws('admin-webhooks-none')).toEqual([]);
    await page.click('text=New webhook');
    await page.fill('#clientId', 'portal');
    await page.fill('#url', 'http://portal.example/hooks');
    await page.click('text=Create webhook');
    await expect(page.locator('#url-error')).toContainText('must be an https URL');
    expect(await watched.flaws('admin-webhook-new')).toEqual([]);
    await page.fill('#url', receiver.url);
    await page.click('text=Create webhook');
    await expect(status(page)).toHaveText('Webhook created.');
    const secret = (await page.textContent('#secret')) ?? '';
    expect(secret).toMatch(/^whsec_/);
    expect(await watched.flaws('admin-webhook-secret')).toEqual([]);
    await page.click('text=To the webhook');
    await expect(page.locator('body')).not.toContainText(secret);

    await page.click('text=Send a test');
    await expect(status(page)).toContainText('on its way');
    await tell(server);
    const familyId = await partner.family();
    await tell(server);
    receiver.answer = () => 503;
    receiver.body = '{"error":"We are moving house. Come back tomorrow."}';
    for (const FamilyName of ['A', 'B', 'C', 'D', 'E']) {
      await partner.result('updatefamily', { familyId, FamilyName });
      await tell(server);
    }
    await page.goto(`${server.url}/admin/webhooks`);
    await expect(table(page)).toContainText('Receiver failing');
    expect(await watched.flaws('admin-webhooks')).toEqual([]);
    await page.click('table.list a');
    await expect(page.locator('.notice.error')).toContainText('The last 5 attempts failed');
    await expect(table(page)).toHaveCount(7);
    expect(await watched.flaws('admin-webhook')).toEqual([]);
    await table(page).first().locator('a').click();
    await expect(page.locator('main')).toContainText('We are moving house');
    expect(await watched.flaws('admin-webhook-delivery')).toEqual([]);

    receiver.answer = () => 204;
    server.clock.advance({ minutes: 1 });
    await tell(server);
    await page.reload();
    await page.click('text=Send again');
    await expect(status(page)).toContainText('Sending again');
    await tell(server);
    await page.goBack();
    await page.goto(page.url().replace(/\/deliveries.*/, ''));
    await page.click('text=New secret');
    await expect(page.locator('#secret')).not.toHaveText(secret);
    await page.click('text=To the webhook');
    await expect(page.locator('main')).toContainText(
      'Messages are signed with the previous secret too. That ends',
    );
    await page.click('text=Disable webhook >> nth=-1');
    await expect(status(page)).toContainText('Nothing more is sent');
    await page.click('text=Delete webhook');
    await page.fill('#typed', 'portal');
    expect(await watched.flaws('admin-webhook-delete')).toEqual([]);
    await page.click('button:has-text("Delete webhook")');
    await expect(status(page)).toHaveText('Deleted.');
    expect(problems).toEqual([]);
  });
});
