import type { Page } from '@playwright/test';
import { tokensFor, tokenStatus } from '../support/a01.js';
import { newAdmin } from '../support/admin-api.js';
import { CookieBrowser, exchange, THIRD_PARTIES } from '../support/authorization.js';
import { accountId } from '../support/database-rows.js';
import { ANNA, BEN, PENDING } from '../support/fixtures.js';
import { newMember } from '../support/forgotten-password.js';
import { invite } from '../support/invitations.js';
import { expect, test } from '../support/page-test.js';
import { ConsoleStage } from '../support/console-stage.js';

test.describe('console in a real browser, without JavaScript: accounts, families and tokens', () => {
  const stage = new ConsoleStage({ javaScriptEnabled: false });
  const said = (page: Page) => page.locator('[role=status]');
  const section = (page: Page, name: string) => page.click(`nav.tabs a:has-text("${name}")`);

  test('finds an account by its address, signs it out, disables and enables it', async () => {
    const { access_token: token } = await tokensFor(stage.server, ANNA);
    const watched = await stage.open('/admin/accounts');
    const { page } = watched;
    await page.fill('#query', 'ANNA@fam');
    await page.click('button:has-text("Search")');
    await page.click('text=Anna K.');
    await expect(watched.heading).toHaveText('Anna K.');
    await section(page, 'Applications');
    await page.click('section:has(#applications) tbody button');
    await expect(said(page)).toContainText('revoked');
    expect(await tokenStatus(stage.server, token)).toBe(401);
    await page.click('button:has-text("Disable")');
    await expect(page.locator('.badge')).toHaveText('Disabled');
    await page.click('button:has-text("Enable")');
    await expect(page.locator('.badge')).toHaveText('Active');
    expect(watched.problems).toEqual([]);
  });

  test('signs browsers and devices out, one by one and all at once', async () => {
    const browsers = [
      new CookieBrowser(stage.server),
      new CookieBrowser(stage.server),
      new CookieBrowser(stage.server),
    ];
    for (const one of browsers) await one.signIn(BEN);
    const tokens = [await tokensFor(stage.server, BEN), await tokensFor(stage.server, BEN)];
    const { page, close } = await helped(
      `/admin/accounts/${await accountId(stage.server, BEN.email)}/sessions`,
    );
    const signedIn = page.locator('section:has(#sessions) tbody tr');
    await expect(signedIn).toHaveCount(3);
    await page.click('section:has(#sessions) tbody button >> nth=0');
    await expect(said(page)).toHaveText('Signed out.');
    await expect(signedIn).toHaveCount(2);
    await page.click('text=Sign out everywhere');
    await expect(said(page)).toHaveText('Signed out.');
    await expect(signedIn).toHaveCount(0);
    await section(page, 'Applications');
    await page.click('text=Revoke all tokens');
    await expect(said(page)).toContainText('revoked');
    for (const { access_token: token } of tokens) expect(await tokenStatus(stage.server, token)).toBe(401);
    await close();
  });

  test('revokes what a user allowed an app', async () => {
    const { shop } = THIRD_PARTIES;
    const { code } = await new CookieBrowser(stage.server).connect(ANNA, shop);
    const { body } = await exchange(stage.server, shop, code);
    const { page, close } = await helped(
      `/admin/accounts/${await accountId(stage.server, ANNA.email)}/applications`,
    );
    await page.click('[aria-label="Revoke permission of Shop"]');
    await expect(said(page)).toContainText('can no longer act for the user');
    expect(await tokenStatus(stage.server, body.access_token)).toBe(401);
    await expect(page.locator('[aria-label="Revoke permission of Shop"]')).toHaveCount(0);
    await close();
  });

  test('resends an invitation, sends a reset link, and says when it is too soon', async () => {
    const id = await invite(stage.server);
    stage.server.clock.advance({ minutes: 6 });
    const { page, close } = await helped(`/admin/accounts/${id}`);
    await page.click('text=Resend invitation');
    await expect(said(page)).toContainText('Invitation queued');
    await page.click('text=Resend invitation');
    await expect(page.locator('[role=alert]')).toContainText('5 minutes');
    const member = await newMember(stage.server);
    await page.goto(`${stage.server.url}/admin/accounts/${member.id}`);
    await page.click('text=Send password reset link');
    await expect(said(page)).toContainText('Password reset link queued');
    await close();
  });

  test('connects a partner’s id after a mistake, and disconnects it', async () => {
    const { page, close } = await helped(
      `/admin/accounts/${await accountId(stage.server, ANNA.email)}/sign-in`,
    );
    const connect = async (issuer: string, value: string) => {
      await page.fill('#issuer', issuer);
      await page.fill('#subject', value);
      await page.click('button:has-text("Connect")');
    };
    await connect('https://portal.example', '4711');
    await expect(said(page)).toHaveText('Connected.');
    await expect(page.locator('section:has(#identifiers) table')).toContainText('https://portal.example');
    await page.goto(`${stage.server.url}/admin/accounts/${await accountId(stage.server, BEN.email)}/sign-in`);
    await connect('https://portal.example', '4711');
    await expect(page.locator('[role=alert]')).toContainText('Another account');
    await page.goto(
      `${stage.server.url}/admin/accounts/${await accountId(stage.server, ANNA.email)}/sign-in`,
    );
    await page.click('button:has-text("Disconnect")');
    await expect(said(page)).toHaveText('Disconnected.');
    await close();
  });

  test('gives a role with the password, and deletes an account by typing its name', async () => {
    const member = await newMember(stage.server, { UserName: 'Mia' });
    const { page, close } = await helped(`/admin/accounts/${member.id}`);
    stage.server.clock.advance({ minutes: 6 });
    await page.reload();
    await page.selectOption('#role', 'support');
    await page.fill('#password', 'not it');
    await page.click('text=Change role');
    await expect(page.locator('#password-error')).toContainText('password is wrong');
    await page.selectOption('#role', 'support');
    await page.fill('#password', stage.admin.password);
    await page.click('text=Change role');
    await expect(said(page)).toContainText('Role changed');
    await page.click('text=Delete account');
    await page.fill('#typed', 'mia');
    await page.click('button.danger');
    await expect(page.locator('#typed-error')).toContainText('exactly as shown');
    await page.fill('#typed', 'Mia');
    await page.click('button.danger');
    await expect(said(page)).toContainText('deleted');
    await page.goto(`${stage.server.url}/admin/accounts/${stage.admin.id}`);
    await page.click('button:has-text("Disable")');
    await expect(page.locator('[role=alert]')).toContainText('last administrator');
    await close();
  });

  test('corrects a family: name, members, and its end', async () => {
    const { page, close } = await helped('/admin/families?query=the');
    await page.click('text=The Ks');
    await page.fill('#name', 'The Kays');
    await page.selectOption('#premiumType', '1');
    await page.click('button:has-text("Save changes")');
    await expect(said(page)).toHaveText('Saved.');
    await expect(page.locator('h1')).toHaveText('The Kays');
    await page.click('summary');
    await page.fill('#account', await accountId(stage.server, PENDING.email));
    await page.selectOption('#accountType', '2');
    await page.click('text=Save member');
    await expect(page.locator('[role=alert]')).toContainText('founder');
    await page.selectOption('#accountType', '1');
    await page.click('text=Save member');
    await expect(page.locator('section:has(#members) table')).toContainText('Pending');
    await page.click('[aria-label="Remove Pending"]');
    await expect(said(page)).toContainText('Members changed');
    await page.click('text=Delete family');
    await page.fill('#typed', 'The Kays');
    if (await page.locator('#password').count()) await page.fill('#password', stage.admin.password);
    await page.click('button.danger');
    await expect(page.locator('[role=alert]')).toContainText('still has members');
    await close();
  });

  test('inspects a token and ends it; the token is in no address', async () => {
    const { access_token: token } = await tokensFor(stage.server, BEN);
    const { page, close } = await helped('/admin/grants');
    await page.click('summary:has-text("Inspect a token")');
    await page.fill('#token', token);
    await page.click('button:text-is("Inspect")');
    await expect(page.locator('section:has(#inspected)')).toContainText('The token is valid.');
    expect([page.url(), await page.content()].join()).not.toContain(token);
    await page.fill('#token', token);
    await page.click('button:text-is("Revoke")');
    await expect(said(page)).toContainText('Revoked');
    expect(await tokenStatus(stage.server, token)).toBe(401);
    await page.fill('#client', 'family-app');
    await page.fill('#account', await accountId(stage.server, BEN.email));
    await page.click('button:has-text("Search")');
    await page.click('[aria-label="Revoke the tokens of Family app"]');
    await expect(page.locator('#client')).toHaveValue('family-app');
    await close();
  });

  test('imports accounts and returns the refused lines for correction', async () => {
    const { page, close } = await helped('/admin/accounts/import');
    const good = { name: 'Nora', identifiers: [{ type: 'Email', value: 'nora@old.example' }] };
    await page.fill('#lines', `${JSON.stringify(good)}\n{"name":"No identifier"}`);
    if (await page.locator('#password').count()) await page.fill('#password', stage.admin.password);
    await page.click('button:has-text("Import")');
    await expect(said(page)).toHaveText('1 created, 0 already existed, 1 refused.');
    await expect(page.locator('#lines')).toHaveValue('{"name":"No identifier"}');
    await close();
  });

  test('lets support view and help, and offers nothing else', async () => {
    const support = await newAdmin(stage.server, 'support');
    const watched = await stage.open(`/admin/accounts/${await accountId(stage.server, BEN.email)}`, support);
    const { page } = watched;
    const text = await page.textContent('main');
    expect(text).toContain('Send password reset link');
    for (const offered of ['Disable', 'Delete account', 'Role in the administration', 'Connect a partner'])
      expect(text).not.toContain(offered);
  });

  async function helped(path: string): Promise<{ page: Page; close: () => Promise<void> }> {
    const watched = await stage.open(path);
    return {
      page: watched.page,
      close: async () => {
        expect(watched.problems).toEqual([]);
        await watched.close();
      },
    };
  }
});
