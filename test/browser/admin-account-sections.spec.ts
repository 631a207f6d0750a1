import type { Page } from '@playwright/test';
import { ANNA } from '../support/fixtures.js';
import { newMember } from '../support/forgotten-password.js';
import { expect, test } from '../support/page-test.js';
import { ConsoleStage } from '../support/console-stage.js';

test.describe('sections of an account, and a new one, in a real browser without JavaScript', () => {
  const stage = new ConsoleStage({ javaScriptEnabled: false });
  const said = (page: Page) => page.locator('[role=status]');
  const section = (page: Page, name: string) => page.click(`nav.tabs a:has-text("${name}")`);

  test('creates an account after mistakes, which are shown together, and changes its profile', async () => {
    const { page, close } = await helped('/admin/accounts');
    await page.click('text=New account');
    await page.fill('#identifier', 'nobody');
    await page.fill('#name', ' ');
    await page.click('button:has-text("Create account")');
    await expect(page.locator('[role=alert]')).toContainText('2 problems');
    await expect(page.locator('#identifier-error')).toContainText('"nobody" is not an e-mail address.');
    await expect(page.locator('#name-error')).toContainText('Name must');
    await expect(page.locator('#identifier')).toHaveValue('nobody');
    await page.fill('#identifier', ANNA.email);
    await page.fill('#name', 'Nora');
    await page.selectOption('#countryCode', 'DE');
    await page.click('button:has-text("Create account")');
    await expect(page.locator('#identifier-error')).toHaveText(/belongs to account \d+ already/);
    await expect(page.locator('#countryCode')).toHaveValue('DE');
    await page.fill('#identifier', 'nora@created.example');
    await page.click('button:has-text("Create account")');
    await expect(said(page)).toContainText('an invitation queued');
    await expect(page.locator('section:has(#links) table')).toContainText('nora@created.example');
    await section(page, 'Profile');
    await page.fill('#name', 'Nora N.');
    await page.selectOption('#locale', 'fr');
    await page.click('button:has-text("Save changes")');
    await expect(said(page)).toHaveText('Changes saved.');
    await expect(page.locator('h1')).toHaveText('Nora N.');
    await expect(page.locator('#locale')).toHaveValue('fr');
    await section(page, 'Timeline');
    await expect(page.locator('ol.timeline li:first-child')).toContainText('changed Nora N.: name, locale');
    await close();
  });

  test('adds identifiers and removes them, with the password', async () => {
    const member = await newMember(stage.server, { UserName: 'Ida' });
    const { page, close } = await helped(`/admin/accounts/${member.id}/sign-in`);
    stage.server.clock.advance({ minutes: 6 });
    await page.reload();
    const add = async (type: string, value: string, password: string) => {
      await page.selectOption('#type', type);
      await page.fill('#value', value);
      if (await page.locator('#add-password').count()) await page.fill('#add-password', password);
      await page.click('button:has-text("Add identifier")');
    };
    await add('Msisdn', '12', 'not it');
    await expect(page.locator('#value-error')).toContainText('"12" has too few digits');
    await expect(page.locator('#add-password-error')).toContainText('password is wrong');
    await add('Login', 'ida.logs.in', stage.admin.password);
    await expect(said(page)).toContainText('can sign in with it now');
    await add('Email', 'ida@further.example', stage.admin.password);
    await expect(said(page)).toContainText('once the link was used');
    await expect(page.locator('section:has(#links) table')).toContainText('ida@further.example');
    await page.click(`[aria-label="Remove ${member.email}"]`);
    await page.click('button:has-text("Remove identifier")');
    await expect(said(page)).toContainText('Removed.');
    await page.click('[aria-label="Remove ida.logs.in"]');
    await page.click('button:has-text("Remove identifier")');
    await expect(page.locator('[role=alert]')).toContainText('Add another one first');
    await close();
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
