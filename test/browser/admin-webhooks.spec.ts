import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { newAdmin } from '../support/admin-api.js';
import { openBrowser } from '../support/browser.js';
import { newPartner } from '../support/provisioning-clients.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { tell } from '../support/webhooks.js';

describe('the console in a real browser: webhooks', () => {
  let server: TestServer;
  let browser: Browser;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    const starting = startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    [server, browser] = await Promise.all([starting, openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    await receiver.close();
  });
  const status = (page: Page) => page.textContent('[role=status]');
  const table = (page: Page) => page.locator('table.list tbody tr');

  it('one is made after a slip, tested, looked at, sent again, renewed and deleted', async () => {
    const admin = await newAdmin(server);
    const partner = await newPartner(server, 'portal');
    const watched = await WatchedPage.open(browser);
    const { page, problems } = watched;
    await page.goto(`${server.url}/admin/webhooks`);
    await page.fill('#identifier', admin.email);
    await page.fill('#password', admin.password);
    await page.click('form.card button[type=submit]');
    expect(await page.textContent('main')).toContain('No webhooks');
    expect(await watched.flaws('admin-webhooks-none')).toEqual([]);
    await page.click('text=New webhook');
    await page.fill('#clientId', 'portal');
    await page.fill('#url', 'http://portal.example/hooks');
    await page.click('text=Create webhook');
    expect(await page.textContent('#url-error')).toContain('must be an https URL');
    expect(await watched.flaws('admin-webhook-new')).toEqual([]);
    await page.fill('#url', receiver.url);
    await page.click('text=Create webhook');
    expect(await status(page)).toBe('Webhook created.');
    const secret = await page.textContent('#secret');
    expect(secret).toMatch(/^whsec_/);
    expect(await watched.flaws('admin-webhook-secret')).toEqual([]);
    await page.click('text=To the webhook');
    expect(await page.textContent('body')).not.toContain(secret);

    await page.click('text=Send a test');
    expect(await status(page)).toContain('on its way');
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
    expect(await table(page).textContent()).toContain('Receiver failing');
    expect(await watched.flaws('admin-webhooks')).toEqual([]);
    await page.click('table.list a');
    expect(await page.textContent('.notice.error')).toContain('The last 5 attempts failed');
    expect(await table(page).count()).toBe(7);
    expect(await watched.flaws('admin-webhook')).toEqual([]);
    await table(page).first().locator('a').click();
    expect(await page.textContent('main')).toContain('We are moving house');
    expect(await watched.flaws('admin-webhook-delivery')).toEqual([]);

    receiver.answer = () => 204;
    server.clock.advance({ minutes: 1 });
    await tell(server);
    await page.reload();
    await page.click('text=Send again');
    expect(await status(page)).toContain('Sending again');
    await tell(server);
    await page.goBack();
    await page.goto(page.url().replace(/\/deliveries.*/, ''));
    await page.click('text=New secret');
    expect(await page.textContent('#secret')).not.toBe(secret);
    await page.click('text=To the webhook');
    expect(await page.textContent('main')).toContain(
      'Messages are signed with the previous secret too. That ends',
    );
    await page.click('text=Disable webhook >> nth=-1');
    expect(await status(page)).toContain('Nothing more is sent');
    await page.click('text=Delete webhook');
    await page.fill('#typed', 'portal');
    expect(await watched.flaws('admin-webhook-delete')).toEqual([]);
    await page.click('button:has-text("Delete webhook")');
    expect(await status(page)).toBe('Deleted.');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
