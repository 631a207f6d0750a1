import { newAdmin, type Admin } from '../support/admin-api.js';
import { CookieBrowser, registerThirdParties } from '../support/authorization.js';
import { ConsoleStage } from '../support/console-stage.js';
import { rows } from '../support/database-rows.js';
import { showFactor } from '../support/device-passwords.js';
import { openEveryWay } from '../support/open-ways.js';
import { openAccount } from '../support/own-pages.js';
import { browser, expect, test } from '../support/page-test.js';
import type { TestServer } from '../support/start-app.js';
import { PHONE, WatchedPage } from '../support/watched-page.js';

const LONG = 'Hinterhuberoberleitnerisches-Familientelefon-der-Grosseltern';

/** Thirty more, with names of maximum length. */
async function openMany(server: TestServer, { id }: Admin): Promise<void> {
  await rows(
    server,
    `INSERT INTO passkey (account_id, credential_id, user_handle, public_key, counter, transports, is_synced, is_backed_up, name, rp_id, created_at, last_used_at)
     SELECT $1::text::bigint, decode(md5($1::text || n), 'hex'), '', '', 0, '{}', false, false, $2::text || n, 'localhost', '2024-02-29', '2026-02-27'
       FROM generate_series(10, 24) n RETURNING 1`,
    [id, LONG.slice(0, 58)],
  );
  await rows(
    server,
    `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated, added_at, suspended_at)
     SELECT $1::text::bigint, 'Email', name, name, n % 2 = 0, '2026-02-28', CASE WHEN n % 2 = 1 THEN timestamptz '2026-03-01' END
       FROM generate_series(10, 24) n, LATERAL (SELECT lower($2::text) || n || '-' || $1::text || '@hearth.example') AS named (name) RETURNING 1`,
    [id, LONG],
  );
}

test.describe('ways into an account, in a real browser (D325, D326)', () => {
  const stage = new ConsoleStage({}, (server) => registerThirdParties(server));

  test('more than fifty fit in every look, for their owner and an administrator', async () => {
    const { server } = stage;
    const who = await newAdmin(server);
    const watched = await WatchedPage.open(browser, { locale: 'en' });
    await openAccount(watched.page, server, who);
    await openEveryWay(server, who, new CookieBrowser(server));
    await openMany(server, who);
    await showFactor(server, who.id);
    await watched.page.click('nav.tabs a:has-text("Security")');
    await expect(watched.page.locator('h1')).toHaveText('Ways into your account');
    expect(await watched.page.locator('.way').count()).toBeGreaterThan(50);
    const flaws = await watched.flaws('ways-in');
    await watched.page.click('button[name=language][value=de]');
    await expect(watched.page.locator('h1')).toHaveText('Zugänge zu Ihrem Konto');
    flaws.push(...(await watched.flaws('ways-in-de')));

    const admin = await stage.open(`/admin/accounts/${who.id}/ways`);
    await expect(admin.page.locator('nav.tabs [aria-current=page]')).toHaveText('Ways in');
    flaws.push(...(await admin.flaws('admin-ways-in')));
    await admin.page.click('section:has(#credentials) a:has-text("End")');
    flaws.push(...(await admin.flaws('admin-way-end')));
    expect({ flaws, problems: [...watched.problems, ...admin.problems] }).toEqual({
      flaws: [],
      problems: [],
    });
  });

  test('the owner removes one, on a phone without JavaScript', async () => {
    const { server } = stage;
    const who = await newAdmin(server);
    const { page } = await WatchedPage.open(browser, {
      ...{ javaScriptEnabled: false, locale: 'en', viewport: PHONE },
    });
    await openAccount(page, server, who);
    await new CookieBrowser(server, {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0',
    }).signIn(who);
    await page.goto(`${server.url}/account/security`);
    await page.click('button[aria-label="Sign out: Firefox on Linux"]');
    await expect(page.locator('[role=status]')).toHaveText('It is removed.');
    await expect(page.locator('.way:has-text("Firefox")')).toHaveCount(0);
    server.clock.advance({ minutes: 6 });
    await page.reload();
    await page.click('a:has-text("Confirm that it’s you")');
    await page.fill('#current', who.password);
    await page.click('main form button[type=submit]');
    await page.waitForURL('**/account/security');
  });

  test('an administrator ends one, with the password', async () => {
    const { server } = stage;
    const who = await newAdmin(server, 'support');
    await new CookieBrowser(server).signIn(who);
    const { page } = await stage.open(`/admin/accounts/${who.id}/ways`);
    server.clock.advance({ minutes: 6 });
    await page.click('section:has(#browsers) a:has-text("End")');
    await page.fill('#password', 'not it');
    await page.click('button:has-text("End it")');
    await expect(page.locator('#password-error')).toBeVisible();
    await page.fill('#password', stage.admin.password);
    await page.click('button:has-text("End it")');
    await expect(page.locator('[role=status]')).toContainText('Ended.');
    await expect(page.locator('section:has(#browsers)')).toHaveCount(0);
  });
});
