import type { Page } from '@playwright/test';
import { AdminApi, newAdmin, type Admin } from '../support/admin-api.js';
import { BOOKS, PARTNER, type ConfigurationDocument } from '../support/configuration-documents.js';
import { downloaded } from '../support/downloaded.js';
import { browser, expect, submitSignIn, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

const PATH = '/admin/configuration';
test.describe('console in a real browser, without JavaScript: export and import', () => {
  let server: TestServer;
  let admin: Admin;
  let watched: WatchedPage;
  test.beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
  });
  test.afterEach(() => watched.close());
  test.afterAll(() => server.close());

  async function signedIn(): Promise<WatchedPage> {
    watched = await WatchedPage.open(browser, { javaScriptEnabled: false });
    await watched.page.goto(`${server.url}${PATH}`);
    await submitSignIn(watched.page, admin);
    await expect(watched.page.locator('nav.menu')).toBeVisible();
    return watched;
  }
  async function preview(page: Page, document: object): Promise<void> {
    const buffer = Buffer.from(JSON.stringify(document, null, 2));
    await page.goto(`${server.url}${PATH}`);
    await page.setInputFiles('#file', { name: 'staging.json', mimeType: 'application/json', buffer });
    await page.click('button:has-text("Preview changes")');
  }
  /** Without the console, in a session whose password was just given. */
  const send: AdminApi['send'] = async (...asked) => (await AdminApi.signIn(server, admin)).send(...asked);
  const exported = async () => (await send('GET', '/configuration')).body as unknown as ConfigurationDocument;
  const clientName = async (clientId: string) => (await send('GET', `/clients/${clientId}`)).body.name;
  const rowsOf = (page: Page, group: string) => page.locator(`section[aria-labelledby=${group}] tbody tr`);

  test('changes a downloaded export and imports it: the result is what the preview showed', async () => {
    const { page, problems } = await signedIn();
    const document = JSON.parse(await downloaded(page, 'text=Download export')) as ConfigurationDocument;
    problems.length = 0; // a download is reported as a page that did not load
    await preview(page, document);
    await expect(page.locator('.lead')).toContainText('There are no differences');
    await expect(page.locator('button:has-text("Apply")')).toHaveCount(0);

    const shop = document.clients.find(({ clientId }) => clientId === 'shop');
    await preview(page, { rulesets: [PARTNER], clients: [{ ...shop, name: 'The <shop>' }, BOOKS] });
    await expect(page.locator('.lead')).toContainText(
      '1 to change, 2 to create. Nothing has been changed yet',
    );
    await expect(rowsOf(page, 'update')).toHaveText(['client shop name Shop The <shop>'], {
      useInnerText: true,
    });
    const created = await rowsOf(page, 'create').allInnerTexts();
    expect(created[1]).toContain('redirectUrls: https://books.example/callback\nhttps://books.example/other');
    expect(created[1]).toContain('secrets: 1');
    expect(await clientName('shop')).toBe('Shop');
    await page.click('text=Apply these 3 changes');
    await expect(page.locator('[role=status]')).toContainText('Import complete');
    expect([await clientName('shop'), await clientName('books')]).toEqual(['The <shop>', 'Books']);
    expect(problems).toEqual([]);
  });

  test('deletes what is missing from the file only if that is ticked, after the password', async () => {
    const { page } = await signedIn();
    const { rulesets, clients } = await exported();
    const text = JSON.stringify({
      rulesets,
      clients: clients.filter(({ clientId }) => clientId !== 'books'),
    });
    await page.goto(`${server.url}${PATH}`);
    await page.fill('#document', text);
    await page.click('button:has-text("Preview changes")');
    await expect(page.locator('.lead')).toContainText('There are no differences');

    await page.goto(`${server.url}${PATH}`);
    server.clock.advance({ minutes: 6 });
    await page.reload();
    await page.fill('#document', text);
    await page.check('#prune');
    await page.fill('#import-password', 'a wrong one');
    await page.click('button:has-text("Preview changes")');
    await expect(page.locator('#import-password-error')).toContainText('password is wrong');
    await expect(page.locator('#document')).toHaveValue(text);
    await expect(page.locator('#prune')).toBeChecked();
    await page.fill('#import-password', admin.password);
    await page.click('button:has-text("Preview changes")');
    await expect(page.locator('section[aria-labelledby=delete] li')).toHaveText(['client books']);

    server.clock.advance({ minutes: 6 });
    await page.click('text=Apply this change');
    await expect(page.locator('#password-error')).toContainText('Enter your password');
    expect((await send('GET', '/clients/books')).status).toBe(200);
    await page.fill('#password', admin.password);
    await page.click('text=Apply this change');
    await expect(page.locator('[role=status]')).toContainText('Import complete');
    expect((await send('GET', '/clients/books')).status).toBe(404);
  });

  test('does nothing and previews again if someone changed something in between', async () => {
    const { page } = await signedIn();
    const { clients } = await exported();
    const shop = clients.find(({ clientId }) => clientId === 'shop');
    await preview(page, { clients: [{ ...shop, name: 'Ours' }] });
    await send('PATCH', '/clients/shop', { body: { name: 'Theirs' }, ifMatch: '*' });
    await page.click('text=Apply this change');
    await expect(page.locator('[role=alert]')).toContainText('Nothing was changed');
    await expect(rowsOf(page, 'update')).toHaveText(['client shop name Theirs Ours'], { useInnerText: true });
    expect(await clientName('shop')).toBe('Theirs');
    await page.click('text=Apply this change');
    await expect(page.locator('[role=status]')).toContainText('Import complete');
    expect(await clientName('shop')).toBe('Ours');
  });

  test('imports the secrets that the preview showed', async () => {
    const { page } = await signedIn();
    const shop = { clientId: 'shop', clientType: 'confidential', name: 'Ours', ruleset: 'WEB' };
    const { clients } = await exported();
    const held = clients.find(({ clientId }) => clientId === 'shop')?.secrets as object[];
    const withSecret = (digit: string) => ({
      clients: [{ ...shop, secrets: [...held, { scheme: 'sha256', verifier: digit.repeat(64) }] }],
    });
    await preview(page, withSecret('a'));
    await page
      .locator('input[name=document]')
      .evaluate((field, text) => field.setAttribute('value', text), JSON.stringify(withSecret('b')));
    await page.click('text=Apply this change');
    await expect(page.locator('[role=alert]')).toContainText('Nothing was changed');
  });

  for (const [_, text, words] of [
    ['nothing', '', 'is missing'],
    ['no JSON', '{"clients": [', 'is not JSON'],
    ['no export', '[]', 'must be an export'],
    ['a wrong value', '{"clients": [{"clientId": "x"}]}', 'clients.0.name'],
    [
      'an unknown ruleset',
      JSON.stringify({ clients: [{ ...BOOKS, ruleset: 'NONE' }] }),
      'clients.books.ruleset must be an existing ruleset',
    ],
  ] as const)
    test(`${_} is refused with advice, and stays in the form`, async () => {
      const { page } = await signedIn();
      await page.fill('#document', text);
      await page.click('button:has-text("Preview changes")');
      await expect(page.locator('[role=alert]')).toContainText(words);
      await expect(page.locator('#document')).toHaveValue(text);
    });
});
