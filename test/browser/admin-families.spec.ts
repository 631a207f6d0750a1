import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { openBrowser } from '../support/browser.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

describe('the console in a real browser, without script: a new family', () => {
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
    return watched;
  }
  const said = (page: Page) => page.textContent('[role=status]');

  it('is made with a founder after a slip, gets a member by address, and an invitation that is withdrawn', async () => {
    const watched = await open('/admin/families');
    const { page } = watched;
    await page.click('text=New family');
    await page.fill('#name', 'The Newcomers');
    await page.selectOption('#premiumType', '1');
    await page.fill('#founder', 'nobody@nowhere.example');
    await page.click('button:has-text("Create family")');
    expect(await page.textContent('#founder-error')).toContain('Founder must be the number or an identifier');
    expect(await page.inputValue('#name')).toBe('The Newcomers');
    await page.fill('#founder', ANNA.email);
    await page.click('button:has-text("Create family")');
    expect([await said(page), await watched.heading()]).toEqual(['Family created.', 'The Newcomers']);
    expect(await page.textContent('section:has(#members) table')).toContain('Founder');

    await page.click('text=Add a member or change a role');
    await page.fill('#account', BEN.email);
    await page.click('text=Save member');
    expect(await said(page)).toBe('Members changed.');
    expect(await page.textContent('section:has(#members) table')).toContain('Ben');

    await page.click('text=Invite somebody by e-mail');
    await page.fill('#invite-email', BEN.email);
    await page.fill('#invite-name', 'Mia');
    await page.click('button:has-text("Send invitation")');
    expect(await page.textContent('#invite-email-error')).toContain('add it as a member');
    expect(await page.inputValue('#invite-name')).toBe('Mia');
    await page.fill('#invite-email', 'mia@newcomers.example');
    await page.click('button:has-text("Send invitation")');
    expect(await said(page)).toContain('Invitation queued');
    expect(await page.textContent('section:has(#invitations) table')).toContain('mia@newcomers.example');
    await page.click('[aria-label="Withdraw the invitation to mia@newcomers.example"]');
    expect(await said(page)).toBe('Invitation withdrawn.');
    expect(await page.textContent('section:has(#invitations)')).toContain('No pending invitations');
    expect(await page.textContent('section:has(#members) table')).not.toContain('Mia');
    expect(watched.problems).toEqual([]);
    await watched.close();
  });

  it('the forms and a pending invitation have no flaw in any look', async () => {
    const watched = await open('/admin/new-family', admin, true);
    const { page } = watched;
    expect(await watched.flaws('admin-new-family')).toEqual([]);
    await page.fill('#name', 'The Flawless');
    await page.click('button:has-text("Create family")');
    await page.click('text=Invite somebody by e-mail');
    await page.fill('#invite-email', 'flora@flawless.example');
    await page.fill('#invite-name', 'Flora');
    await page.click('button:has-text("Send invitation")');
    for (const each of ['Add a member or change a role', 'Invite somebody by e-mail'])
      await page.click(`text=${each}`);
    expect(await watched.flaws('admin-family')).toEqual([]);
    expect(watched.problems).toEqual([]);
    await watched.close();
  });

  it('support sees families and invitations, and no button that changes them', async () => {
    const watched = await open('/admin/families?query=the', await newAdmin(server, 'support'));
    const { page } = watched;
    expect(await page.locator('text=New family').count()).toBe(0);
    await page.click('text=The Ks');
    expect(await page.textContent('section:has(#invitations)')).toContain('No pending invitations');
    expect(await page.locator('main form').count()).toBe(0);
    expect((await page.goto(`${server.url}/admin/new-family`))?.status()).toBe(403);
    await watched.close();
  });
});
