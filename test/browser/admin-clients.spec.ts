import type { Page } from '@playwright/test';
import { bearer, loggedAccount } from '../support/a01.js';
import { downloaded } from '../support/downloaded.js';
import { paste } from '../support/curl.js';
import { ANNA } from '../support/fixtures.js';
import { expect, submitSignIn, test } from '../support/page-test.js';
import { ConsoleStage } from '../support/console-stage.js';

const CALLBACK = 'http://127.0.0.1:9/callback'; // the provider does not exist, as on a first try of a real one

test.describe('console in a real browser, without JavaScript: clients', () => {
  const stage = new ConsoleStage({ javaScriptEnabled: false });
  const status = (page: Page) => page.locator('[role=status]');
  const run = (command: string) => paste(command, process.env.HEARTH_TEST_FOLDER as string);

  test('registers a third-party client after a mistake, and the lines on its page get a user’s token', async () => {
    const { page, problems } = await stage.open('/admin/clients');
    await page.click('text=New client');
    await page.click('text=Web application with a server');
    await page.fill('#clientId', 'books');
    await page.fill('#name', 'Books');
    await page.fill('#redirectUrls', 'books.example/callback');
    await page.click('text=Create client');
    await expect(page.locator('#redirectUrls-error')).toContainText('must be an absolute URL');
    await expect(page.locator('#name')).toHaveValue('Books');
    await page.fill('#redirectUrls', CALLBACK);
    await page.click('text=Create client');
    await expect(status(page)).toHaveText('Client books created.');
    const secret = (await page.textContent('#secret')) ?? '';
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(problems).toEqual([]);

    const commands = await page.locator('section:has(#try-heading) .lines:not(.address)').allTextContents();
    await page.goto((await page.getAttribute('.card a[href*="/authorize?"]', 'href')) as string);
    await submitSignIn(page, ANNA);
    const back = page.waitForRequest((request) => request.url().startsWith(CALLBACK));
    await page.click('button[value=allow]');
    const code = new URL((await back).url()).searchParams.get('code') as string;
    const tokens = JSON.parse(await run(commands[0].replace('code=CODE', `code=${code}`))) as {
      access_token: string;
    };
    expect((await loggedAccount(stage.server, bearer(tokens.access_token))).status).toBe(200);
    const account = await run(commands[1].replace('ACCESS_TOKEN', tokens.access_token));
    expect(account).toContain(ANNA.email);

    await page.goto(`${stage.server.url}/admin/clients/books`);
    await expect(page.locator('body')).not.toContainText(secret);
  });

  test('changes a client’s settings, disables and enables it, and deletes it by typing its client_id', async () => {
    const watched = await stage.open('/admin/clients/operator');
    const { page } = watched;
    await page.fill('#name', 'The operator');
    await page.click('summary:has-text("Lifetimes")');
    await page.fill('#accessLifetimeSeconds', '600');
    await page.click('button:has-text("Save")');
    await expect(status(page)).toContainText('saved');
    await expect(watched.heading).toHaveText('The operator');
    await expect(page.locator('#accessLifetimeSeconds')).toHaveValue('600');
    await page.click('summary:has-text("Keys")');
    await page.fill('#jwks', 'no json');
    await page.click('button:has-text("Save")');
    await expect(page.locator('#jwks-error')).toContainText('must be a JSON Web Key Set');
    await expect(page.locator('[role=alert] a')).toHaveText('Public keys (jwks)'); // the field is far down
    await page.goto(`${stage.server.url}/admin/clients/operator`);
    await page.click('button:has-text("Disable client")');
    await expect(status(page)).toContainText('disabled');
    await page.click('button:has-text("Enable client")');
    await expect(status(page)).toHaveText('Client enabled.');
    await page.click('text=Delete client');
    await page.fill('#typed', 'other');
    await page.click('button.danger');
    await expect(page.locator('#typed-error')).toContainText('operator');
    await page.fill('#typed', 'operator');
    await page.click('button.danger');
    await expect(status(page)).toHaveText('Deleted.');
    expect(watched.problems).toEqual([]);
  });

  test('adds and ends a secret, with the password unless it was given recently', async () => {
    const watched = await stage.open('/admin/clients/shop');
    const { page } = watched;
    stage.server.clock.advance({ minutes: 6 });
    await page.click('text=Add secret');
    await expect(page.locator('#secret-password-error')).toContainText('Enter your password');
    await page.fill('#secret-password', stage.admin.password);
    await page.click('text=Add secret');
    await expect(page.locator('#secret')).toHaveText(/^[\w-]{43}$/);
    await page.click('text=Back to client');
    await expect(page.locator('section:has(#secrets-heading)')).toContainText(
      'A client can have two active secrets at most',
    );
    await page.click('a:text-is("Revoke") >> nth=0');
    await page.click('button:has-text("Revoke secret")');
    await expect(status(page)).toHaveText('Secret revoked.');
    expect(watched.problems).toEqual([]);
  });

  test('uses the testers, and searches and filters the list', async () => {
    const watched = await stage.open('/admin/clients/shop');
    const { page } = watched;
    await page.fill('#redirect_uri', 'https://shop.example.evil.example/callback');
    await page.click('text=Test redirect_uri');
    await expect(page.locator('#testers')).toContainText(
      'No. Different host than https://shop.example/callback',
    );
    await page.fill('#call', 'provsearch');
    await page.click('text=Test call');
    await expect(page.locator('#testers')).toContainText('No. No rule of WEB matches.');
    await page.click('text=refused actions');
    await expect(page.locator('#client')).toHaveValue('shop');
    await expect(page.locator('#outcome')).toHaveValue('refused');
    await page.goto(`${stage.server.url}/admin/clients`);
    await page.fill('#query', 'phone');
    await page.click('text=Search');
    await expect(page.locator('.list tbody tr')).toHaveText([/phone-app/]);
    await page.selectOption('#state', 'disabled');
    await page.click('text=Search');
    await expect(page.locator('.empty')).toContainText('No clients found');
  });

  test('downloads the export', async () => {
    const watched = await stage.open('/admin/clients');
    const { page } = watched;
    await page.click('text=Export or import');
    expect(JSON.parse(await downloaded(page, 'text=Download export'))).toMatchObject({
      clients: expect.arrayContaining([expect.objectContaining({ clientId: 'shop' })]),
    });
  });

  test('previews a ruleset before it is saved', async () => {
    const watched = await stage.open('/admin/rulesets/WEB');
    const { page } = watched;
    const before = await page.inputValue('#rules');
    await page.fill('#rules', `${before}\nprovsearch\n!accping`);
    await page.click('text=Preview');
    const preview = await page.textContent('#preview');
    for (const text of ['provsearch', 'accping', '!accping', 'shop']) expect(preview).toContain(text);
    await page.goto(`${stage.server.url}/admin/rulesets/WEB`);
    await expect(page.locator('#rules')).toHaveValue(before);
  });
});
