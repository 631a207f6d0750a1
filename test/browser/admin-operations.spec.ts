import { OutboxWorker } from '../../src/identity/notifications/outbox-worker.js';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { aDay } from '../support/console-data.js';
import { rows } from '../support/database-rows.js';
import { MailServer } from '../support/mail-server.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

test.describe('console in a real browser, without JavaScript: operator pages', () => {
  let server: TestServer;
  let mail: MailServer;
  let admin: Admin;
  let watched: WatchedPage;
  test.beforeAll(async () => {
    mail = await MailServer.start();
    server = await startApp({ SMTP_URL: mail.url });
    admin = await newAdmin(server);
    await aDay(server, mail);
    watched = await signedIn(admin);
  });
  test.afterAll(async () => {
    await watched.close();
    await server.close();
    await mail.goDown();
  });

  async function signedIn({ email, password }: Admin): Promise<WatchedPage> {
    const opened = await WatchedPage.open(browser, { javaScriptEnabled: false });
    await opened.page.goto(`${server.url}/admin`);
    await submitSignIn(opened.page, { email, password });
    return opened;
  }

  test('reads a failed message with the password, and retries it', async () => {
    const { page } = watched;
    await page.goto(`${server.url}/admin/outbox?state=failed`);
    await page.click('.list tbody a');
    await expect(page.locator('.record')).toContainText('no mailbox 550');
    server.clock.advance({ minutes: 6 });
    await page.reload();
    await page.fill('#password', 'wrong');
    await page.click('text=Show message');
    await expect(page.locator('#password-error')).toHaveText('The password is wrong.');
    await page.fill('#password', admin.password);
    await page.click('text=Show message');
    await expect(page.locator('.message')).toContainText('/invitation/');
    await watched.screenshot('admin-message-text');
    await page.click('text=Retry now');
    await expect(page.locator('[role=status]')).toContainText('Sending');
    await server.get(OutboxWorker).run();
    await page.reload();
    await expect(page.locator('.head .badge')).toHaveText('Sent or delivered');
  });

  test('a message delivered by hand no longer appears as a problem', async () => {
    const { page } = watched;
    const [{ id }] = await rows<{ id: string }>(server, 'SELECT max(id) AS id FROM outbox_message');
    const sql = `UPDATE outbox_message SET next_at = NULL, sent_at = NULL, last_error = NULL WHERE id = $1`;
    await rows(server, sql, [id]); // as without a channel
    await page.goto(`${server.url}/admin/outbox/${id}`);
    await watched.screenshot('admin-message-handover');
    await page.click('text=Mark as delivered');
    await expect(page.locator('[role=status]')).toContainText('Marked as delivered');
    await expect(page.locator('button:has-text("passed it on")')).toHaveCount(0);
  });

  test('searches the audit trail, explains a wrong search, and downloads the result', async () => {
    const { page } = watched;
    await page.goto(`${server.url}/admin/audit`);
    await page.selectOption('#action', 'signin');
    await page.click('button:has-text("Search")');
    await expect(page.locator('main')).toContainText(
      'Sign-in (signin): a password was given: right, or refused.',
    );
    await page.click('text=Next page');
    await expect(page.locator('#action')).toHaveValue('signin');
    await page.selectOption('#outcome', 'refused');
    await page.click('button:has-text("Search")');
    await expect(page.locator('.list tbody tr').first()).toContainText('Refused');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=(NDJSON)')]);
    expect(download.suggestedFilename()).toBe('audit.ndjson');
    await page.goto(`${server.url}/admin/audit?from=yesterday`);
    await expect(page.locator('#from-error')).toContainText('must be a date or time');
    await page.fill('#from', '2026-02-28T12:00');
    await page.fill('#account', 'nobody@nowhere.example');
    await page.click('button:has-text("Search")');
    await expect(page.locator('#account-error')).toContainText('the beginning of a name');
    await expect(page.locator('#from')).toHaveValue('2026-02-28T12:00');
    await page.fill('#account', 'anna');
    await page.selectOption('#outcome', 'ok');
    await page.selectOption('#action', 'signin');
    await page.click('button:has-text("Search")');
    const first = page.locator('.list tbody tr').first();
    await expect(first).toContainText('Anna K. signed in');
    await first.locator('summary').click();
    expect(JSON.parse(await first.locator('pre').innerText())).toMatchObject({
      action: 'signin',
      outcome: 'ok',
    });
  });

  test('saves filters under a name, uses and deletes them; live mode refreshes the page until it is stopped', async () => {
    const { page } = watched;
    await page.goto(`${server.url}/admin/audit?outcome=refused&last=day`);
    await page.click('text=Save these filters');
    await page.fill('#name', 'Refused today');
    await page.click('button:has-text("Save filters")');
    await expect(page.locator('[role=status]')).toHaveText('Filter saved.');
    await page.goto(`${server.url}/admin/audit`);
    await page.click('[aria-label="Saved filters"] a');
    await expect(page.locator('#outcome')).toHaveValue('refused');
    await expect(page.locator('#last')).toHaveValue('day');
    await expect(page.locator('[aria-label="Saved filters"] a')).toHaveAttribute('aria-current', 'true');
    await page.click('text=Follow live');
    await expect(page.locator('.head')).toContainText('every 10 seconds');
    await page.click('text=Stop');
    await expect(page.locator('.head')).not.toContainText('every 10 seconds');
    await page.click('text=Delete saved filters');
    await page.click('[aria-label="Delete Refused today"]');
    await expect(page.locator('[role=status]')).toHaveText('Filter deleted.');
    await expect(page.locator('[aria-label="Saved filters"]')).toHaveCount(0);
    await page.click('text=Undo');
    await expect(page.locator('[aria-label="Saved filters"]')).toHaveText('Refused today');
    await page.click('text=Delete saved filters');
    await page.click('[aria-label="Delete Refused today"]');
    await page.click('[aria-label="Remove the filter Result: Refused"]');
    await expect(page.locator('#outcome')).toHaveValue('');
    await expect(page.locator('#last')).toHaveValue('day');
    await page.click('[aria-label="Remove the filter Period: Last 24 hours"]');
    await expect(page.locator('.chips')).toHaveCount(0);
  });

  test('shows settings with advice; hides them from support', async () => {
    await watched.page.goto(`${server.url}/admin/settings`);
    await expect(watched.page.locator('.list')).toContainText('SMTP_URL');
    const links = await watched.page.locator('.prose a[href^="/docs/"]').all();
    expect(links.length).toBeGreaterThan(5);
    for (const link of links)
      // within a sentence each looks like one
      await expect(link).not.toHaveCSS('text-decoration-color', 'rgba(0, 0, 0, 0)');
    await watched.page.click('.menu a:has-text("Doctor")');
    await expect(watched.page.locator('.list')).toContainText('BCRYPT_COST is 4');
    const support = await signedIn(await newAdmin(server, 'support'));
    await expect(support.page.locator('nav.menu')).not.toContainText('Settings');
    expect((await support.page.goto(`${server.url}/admin/settings`))?.status()).toBe(403);
    expect((await support.page.goto(`${server.url}/admin/legacy-use`))?.status()).toBe(200);
  });
});
