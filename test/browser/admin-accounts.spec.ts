import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { tokensFor, tokenStatus } from '../support/a01.js';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { CookieBrowser, exchange, THIRD_PARTIES } from '../support/authorization.js';
import { openBrowser } from '../support/browser.js';
import { accountId } from '../support/database-rows.js';
import { ANNA, BEN, PENDING } from '../support/fixtures.js';
import { newMember } from '../support/forgotten-password.js';
import { invite } from '../support/invitations.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

describe('the console in a real browser, without script: accounts, families and tokens', () => {
  let server: TestServer;
  let browser: Browser;
  let admin: Admin;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startApp(), openBrowser()]);
    admin = await newAdmin(server);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  async function open(path: string, who: Admin = admin, javaScriptEnabled = false): Promise<WatchedPage> {
    const watched = await WatchedPage.open(browser, { javaScriptEnabled });
    await watched.page.goto(`${server.url}${path}`);
    await watched.page.fill('#identifier', who.email);
    await watched.page.fill('#password', who.password);
    await watched.page.click('form.card button[type=submit]');
    await watched.page.waitForSelector('.top'); // a reload before it would meet no page
    return watched;
  }
  const said = (page: Page) => page.textContent('[role=status]');
  const section = (page: Page, name: string) => page.click(`nav.tabs a:has-text("${name}")`);

  it('finds an account by its address, signs it out, disables and enables it', async () => {
    const { access_token: token } = await tokensFor(server, ANNA);
    const watched = await open('/admin/accounts');
    const { page } = watched;
    await page.fill('#query', 'ANNA@fam');
    await page.click('button:has-text("Search")');
    await page.click('text=Anna K.');
    expect(await watched.heading()).toBe('Anna K.');
    await section(page, 'Applications');
    await page.click('section:has(#grants) tbody button');
    expect(await said(page)).toContain('revoked');
    expect(await tokenStatus(server, token)).toBe(401);
    await page.click('button:has-text("Disable")');
    expect(await page.textContent('.badge')).toBe('Disabled');
    await page.click('button:has-text("Enable")');
    expect(await page.textContent('.badge')).toBe('Active');
    expect(watched.problems).toEqual([]);
    await watched.close();
  });

  it('signs browsers and devices out, one and all', async () => {
    const browsers = [new CookieBrowser(server), new CookieBrowser(server), new CookieBrowser(server)];
    for (const one of browsers) await one.signIn(BEN);
    const tokens = [await tokensFor(server, BEN), await tokensFor(server, BEN)];
    const { page, close } = await helped(`/admin/accounts/${await accountId(server, BEN.email)}/sessions`);
    const signedIn = () => page.locator('section:has(#sessions) tbody tr').count();
    expect(await signedIn()).toBe(3);
    await page.click('section:has(#sessions) tbody button >> nth=0');
    expect(await said(page)).toBe('Signed out.');
    expect(await signedIn()).toBe(2);
    await page.click('text=Sign out everywhere');
    expect(await said(page)).toBe('Signed out.');
    expect(await signedIn()).toBe(0);
    await section(page, 'Applications');
    await page.click('text=Revoke all');
    expect(await said(page)).toContain('revoked');
    for (const { access_token: token } of tokens) expect(await tokenStatus(server, token)).toBe(401);
    await close();
  });

  it('ends what a user allowed an application', async () => {
    const { shop } = THIRD_PARTIES;
    const { code } = await new CookieBrowser(server).connect(ANNA, shop);
    const { body } = await exchange(server, shop, code);
    const { page, close } = await helped(
      `/admin/accounts/${await accountId(server, ANNA.email)}/applications`,
    );
    await page.click('[aria-label="Revoke the permissions of Shop"]');
    expect(await said(page)).toContain('can no longer act for the user');
    expect(await tokenStatus(server, body.access_token)).toBe(401);
    expect(await page.locator('#apps').count()).toBe(0);
    await close();
  });

  it('sends an invitation anew, and a reset link; too soon is said', async () => {
    const id = await invite(server);
    server.clock.advance({ minutes: 6 });
    const { page, close } = await helped(`/admin/accounts/${id}`);
    await page.click('text=Resend invitation');
    expect(await said(page)).toContain('Invitation queued');
    await page.click('text=Resend invitation');
    expect(await page.textContent('[role=alert]')).toContain('5 minutes');
    const member = await newMember(server);
    await page.goto(`${server.url}/admin/accounts/${member.id}`);
    await page.click('text=Send password reset link');
    expect(await said(page)).toContain('Password reset link queued');
    await close();
  });

  it('connects a partner’s id after a slip, and disconnects it', async () => {
    const { page, close } = await helped(`/admin/accounts/${await accountId(server, ANNA.email)}/sign-in`);
    const connect = async (issuer: string, value: string) => {
      await page.fill('#issuer', issuer);
      await page.fill('#subject', value);
      await page.click('button:has-text("Connect")');
    };
    await connect('https://portal.example', '4711');
    expect(await said(page)).toBe('Connected.');
    expect(await page.textContent('section:has(#identifiers) table')).toContain('https://portal.example');
    await page.goto(`${server.url}/admin/accounts/${await accountId(server, BEN.email)}/sign-in`);
    await connect('https://portal.example', '4711');
    expect(await page.textContent('[role=alert]')).toContain('Another account');
    await page.goto(`${server.url}/admin/accounts/${await accountId(server, ANNA.email)}/sign-in`);
    await page.click('button:has-text("Disconnect")');
    expect(await said(page)).toBe('Disconnected.');
    await close();
  });

  it('gives a role with the password, and deletes an account by typing its name', async () => {
    const member = await newMember(server, { UserName: 'Mia' });
    const { page, close } = await helped(`/admin/accounts/${member.id}`);
    server.clock.advance({ minutes: 6 });
    await page.reload();
    await page.selectOption('#role', 'support');
    await page.fill('#password', 'not it');
    await page.click('text=Change role');
    expect(await page.textContent('#password-error')).toContain('password is wrong');
    await page.selectOption('#role', 'support');
    await page.fill('#password', admin.password);
    await page.click('text=Change role');
    expect(await said(page)).toContain('Role changed');
    await page.click('text=Delete account');
    await page.fill('#typed', 'mia');
    await page.click('button.danger');
    expect(await page.textContent('#typed-error')).toContain('exactly as shown');
    await page.fill('#typed', 'Mia');
    await page.click('button.danger');
    expect(await said(page)).toContain('deleted');
    await page.goto(`${server.url}/admin/accounts/${admin.id}`);
    await page.click('button:has-text("Disable")');
    expect(await page.textContent('[role=alert]')).toContain('last administrator');
    await close();
  });

  it('corrects a family: name, members, and its end', async () => {
    const { page, close } = await helped('/admin/families?query=the');
    await page.click('text=The Ks');
    await page.fill('#name', 'The Kays');
    await page.selectOption('#premiumType', '1');
    await page.click('button:has-text("Save changes")');
    expect([await said(page), await page.textContent('h1')]).toEqual(['Saved.', 'The Kays']);
    await page.click('summary');
    await page.fill('#account', await accountId(server, PENDING.email));
    await page.selectOption('#accountType', '2');
    await page.click('text=Save member');
    expect(await page.textContent('[role=alert]')).toContain('founder');
    await page.selectOption('#accountType', '1');
    await page.click('text=Save member');
    expect(await page.textContent('section:has(#members) table')).toContain('Pending');
    await page.click('[aria-label="Remove Pending"]');
    expect(await said(page)).toContain('Members changed');
    await page.click('text=Delete family');
    await page.fill('#typed', 'The Kays');
    if (await page.locator('#password').count()) await page.fill('#password', admin.password);
    await page.click('button.danger');
    expect(await page.textContent('[role=alert]')).toContain('still has members');
    await close();
  });

  it('tells what a token is, ends it; it stands in no address', async () => {
    const { access_token: token } = await tokensFor(server, BEN);
    const { page, close } = await helped('/admin/tokens');
    await page.fill('#token', token);
    await page.click('button:text-is("Inspect")');
    expect(await page.textContent('section:has(#inspected)')).toContain('The token is valid.');
    expect([page.url(), await page.content()].join()).not.toContain(token);
    await page.fill('#token', token);
    await page.click('button:text-is("Revoke")');
    expect(await said(page)).toContain('Revoked');
    expect(await tokenStatus(server, token)).toBe(401);
    await page.fill('#client', 'family-app');
    await page.fill('#account', await accountId(server, BEN.email));
    await page.click('button:has-text("Search")');
    await page.click('[aria-label="Revoke the tokens of Family app"]');
    expect(new URL(page.url()).searchParams.get('client')).toBe('family-app');
    await close();
  });

  it('imports accounts; the lines that were refused come back to be corrected', async () => {
    const { page, close } = await helped('/admin/accounts/import');
    const good = { name: 'Nora', identifiers: [{ type: 'Email', value: 'nora@old.example' }] };
    await page.fill('#lines', `${JSON.stringify(good)}\n{"name":"No identifier"}`);
    if (await page.locator('#password').count()) await page.fill('#password', admin.password);
    await page.click('button:has-text("Import")');
    expect(await said(page)).toBe('1 created, 0 already existed, 1 refused.');
    expect(await page.inputValue('#lines')).toBe('{"name":"No identifier"}');
    await close();
  });

  it('support sees and helps, and is offered nothing else', async () => {
    const support = await newAdmin(server, 'support');
    const watched = await open(`/admin/accounts/${await accountId(server, BEN.email)}`, support);
    const { page } = watched;
    const text = await page.textContent('main');
    expect(text).toContain('Send password reset link');
    for (const offered of ['Disable', 'Delete account', 'Role in the administration', 'Connect a partner'])
      expect(text).not.toContain(offered);
    await watched.close();
  });

  it.each([
    ['accounts', () => '/admin/accounts'],
    ['accounts-none', () => '/admin/accounts?query=zzz'],
    ['account', async () => `/admin/accounts/${await accountId(server, BEN.email)}`],
    ['account-delete', async () => `/admin/accounts/${await accountId(server, BEN.email)}/delete`],
    ['account-import', () => '/admin/accounts/import'],
    ['families', () => '/admin/families'],
    ['family', () => '/admin/families/1'],
    ['tokens', () => '/admin/tokens'],
  ])('%s: looks well in every look and passes axe', async (name, path) => {
    const { access_token: token } = await tokensFor(server, BEN);
    await new CookieBrowser(server).connect(BEN, THIRD_PARTIES.shop); // something under "Connected apps"
    const watched = await open(await path(), admin, true);
    const { page } = watched;
    await page.waitForSelector('.menu');
    if (name === 'tokens') {
      await page.fill('#token', token);
      await page.click('button:text-is("Inspect")');
      await page.waitForSelector('#inspected');
    }
    expect(await watched.flaws(`admin-${name}`)).toEqual([]);
    expect(watched.problems).toEqual([]);
    await watched.close();
  });

  async function helped(path: string): Promise<{ page: Page; close: () => Promise<void> }> {
    const watched = await open(path);
    return {
      page: watched.page,
      close: async () => {
        expect(watched.problems).toEqual([]);
        await watched.close();
      },
    };
  }
});
