import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { OutboxWorker } from '../../src/identity/notifications/outbox-worker.js';
import { post, tokensFor } from '../support/a01.js';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { openBrowser } from '../support/browser.js';
import { rows } from '../support/database-rows.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { invite } from '../support/invitations.js';
import { MailServer } from '../support/mail-server.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const REFUSED = 'nobody@refused.example';

describe('the console in a real browser, without script: what an operator looks at', () => {
  let server: TestServer;
  let browser: Browser;
  let mail: MailServer;
  let admin: Admin;
  let watched: WatchedPage;
  beforeAll(async () => {
    mail = await MailServer.start();
    [server, browser] = await Promise.all([startApp({ SMTP_URL: mail.url }), openBrowser()]);
    admin = await newAdmin(server);
    await aDay();
    watched = await signedIn(admin);
  });
  afterAll(async () => {
    await watched.close();
    await browser.close();
    await server.close();
    await mail.goDown();
  });

  /** Some sign-ins and refusals, a message that was failed, a client with old habits, a node that died. */
  async function aDay(): Promise<void> {
    const hourly = `INSERT INTO audit_event (at, action, outcome, address)
      SELECT $1::timestamptz - h * interval '1 hour', 'signin', CASE WHEN n < h % 5 THEN 'refused' ELSE 'ok' END, '192.0.2.1'
        FROM generate_series(1, 22) AS h, generate_series(1, 3 + h * 7 % 11) AS n`;
    await rows(server, hourly, [server.clock.now()]);
    const denied = `INSERT INTO audit_event (at, action, outcome, details) VALUES ($1, 'call.denied', 'refused', '{"count": 12}')`;
    await rows(server, denied, [server.clock.now()]);
    await tokensFor(server, ANNA);
    await post(server, '/api/log2/in', { a01identifier: ANNA.email, a01password: 'wrong' });
    mail.refuse(REFUSED, 550, 1);
    await invite(server, { Identifier: REFUSED });
    await server.get(OutboxWorker).run();
    const legacy = `INSERT INTO legacy_use SELECT id, 'code-without-pkce', $2 FROM client WHERE client_id = $1`;
    await rows(server, legacy, [CLIENTS.thirdParty.id, server.clock.now()]);
    const dead = `INSERT INTO node VALUES ('node-0dead0', '0.0.9', $1, $1)`;
    await rows(server, dead, [new Date(server.clock.millis() - 120_000)]);
  }

  async function signedIn({ email, password }: Admin): Promise<WatchedPage> {
    const opened = await WatchedPage.open(browser, { javaScriptEnabled: false });
    await opened.page.goto(`${server.url}/admin`);
    await opened.page.fill('#identifier', email);
    await opened.page.fill('#password', password);
    await opened.page.click('form.card button[type=submit]');
    return opened;
  }

  it('the home page shows the day, and leads to what is wrong', async () => {
    const { page } = watched;
    expect(await page.locator('.chart svg').getAttribute('aria-label')).toMatch(/^\d+ sign-ins, \d+ refused/);
    expect(await page.locator('.bars li').first().textContent()).toMatch(/^signin/);
    expect(await page.locator('.plain-list').textContent()).toContain('node-0dead0 0.0.9 last seen');
    await page.click('dt a:has-text("failed")');
    expect(await watched.heading()).toBe('Outbox');
    expect(page.url()).toContain('state=failed');
    expect(await page.locator('.list tbody tr').count()).toBe(1);
  });

  it('a message that failed is read with the password, and tried again', async () => {
    const { page } = watched;
    await page.goto(`${server.url}/admin/outbox?state=failed`);
    await page.click('.list tbody a');
    expect(await page.locator('.record').textContent()).toContain('no mailbox 550');
    server.clock.advance({ minutes: 6 });
    await page.reload();
    await page.fill('#password', 'wrong');
    await page.click('text=Show message');
    expect(await page.textContent('#password-error')).toBe('The password is wrong.');
    await page.fill('#password', admin.password);
    await page.click('text=Show message');
    expect(await page.locator('.message').textContent()).toContain('/invitation/');
    await watched.screenshot('admin-message-text');
    await page.click('text=Retry now');
    expect(await page.textContent('[role=status]')).toContain('Sending');
    await server.get(OutboxWorker).run();
    await page.reload();
    expect(await page.locator('.record').textContent()).toContain('Statesent');
  });

  it('a message that was passed on by hand is not in the way any more', async () => {
    const { page } = watched;
    const [{ id }] = await rows<{ id: string }>(server, 'SELECT max(id) AS id FROM outbox_message');
    const sql = `UPDATE outbox_message SET next_at = NULL, sent_at = NULL, last_error = NULL WHERE id = $1`;
    await rows(server, sql, [id]); // as without a channel
    await page.goto(`${server.url}/admin/outbox/${id}`);
    await watched.screenshot('admin-message-handover');
    await page.click('text=Mark as delivered');
    expect(await page.textContent('[role=status]')).toContain('Marked as delivered');
    expect(await page.locator('button:has-text("passed it on")').count()).toBe(0);
  });

  it('the audit trail is searched, says what is wrong with a search, and is downloaded', async () => {
    const { page } = watched;
    await page.goto(`${server.url}/admin/audit`);
    await page.selectOption('#action', 'signin');
    await page.click('button:has-text("Search")');
    expect(await page.textContent('main')).toContain('signin: a password was given: right, or refused.');
    await page.click('text=Next page');
    expect(page.url()).toMatch(/action=signin&after=/);
    await page.selectOption('#outcome', 'refused');
    await page.click('button:has-text("Search")');
    expect(await page.locator('.list tbody tr').first().textContent()).toContain('refused');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=(NDJSON)')]);
    expect(download.suggestedFilename()).toBe('audit.ndjson');
    await page.fill('#from', 'yesterday');
    await page.click('button:has-text("Search")');
    expect(await page.textContent('#from-error')).toContain('must be a date or time');
  });

  it('settings are shown with what is to do about them; support is not shown them', async () => {
    await watched.page.goto(`${server.url}/admin/settings`);
    expect(await watched.page.locator('.list').first().textContent()).toContain('BCRYPT_COST is 4');
    expect(await watched.page.locator('.list').last().textContent()).toContain('SMTP_URL');
    const support = await signedIn(await newAdmin(server, 'support'));
    expect(await support.page.locator('nav').textContent()).not.toContain('Settings');
    expect((await support.page.goto(`${server.url}/admin/settings`))?.status()).toBe(403);
    expect((await support.page.goto(`${server.url}/admin/legacy-use`))?.status()).toBe(200);
    await support.close();
  });

  it.each(['', '/outbox', '/audit?to=2026-03-01T12:00', '/settings', '/legacy-use'])(
    '/admin%s has no flaw in any look',
    async (path) => {
      const { email, password } = await newAdmin(server);
      const judged = await WatchedPage.open(browser);
      await judged.page.goto(`${server.url}/admin${path}`);
      await judged.page.fill('#identifier', email);
      await judged.page.fill('#password', password);
      await judged.page.click('form.card button[type=submit]');
      expect(
        await judged.flaws(`admin${path.replace(/\W.*|\//g, '') || path.slice(1, 6) || '-home'}`),
      ).toEqual([]);
      expect(judged.problems).toEqual([]);
      await judged.close();
    },
  );
});
