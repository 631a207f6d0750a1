import type { Page } from '@playwright/test';
import { newAdmin } from '../support/admin-api.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { expect, test } from '../support/page-test.js';
import { ConsoleStage } from '../support/console-stage.js';

test.describe('console in a real browser, without JavaScript: a new family', () => {
  const stage = new ConsoleStage({ javaScriptEnabled: false });
  const said = (page: Page) => page.locator('[role=status]');

  test('creates a family with a founder after a mistake, adds a member by address, and withdraws an invitation', async () => {
    const watched = await stage.open('/admin/families');
    const { page } = watched;
    await page.click('text=New family');
    await page.fill('#name', 'The Newcomers');
    await page.selectOption('#premiumType', '1');
    await page.fill('#founder', 'nobody@nowhere.example');
    await page.click('button:has-text("Create family")');
    await expect(page.locator('#founder-error')).toContainText('Founder must be the number or an identifier');
    await expect(page.locator('#name')).toHaveValue('The Newcomers');
    await page.fill('#founder', ANNA.email);
    await page.click('button:has-text("Create family")');
    await expect(said(page)).toHaveText('Family created.');
    await expect(watched.heading).toHaveText('The Newcomers');
    await expect(page.locator('section:has(#members) table')).toContainText('Founder');

    await page.click('text=Add a member or change a role');
    await page.fill('#account', BEN.email);
    await page.click('text=Save member');
    await expect(said(page)).toHaveText('Members changed.');
    await expect(page.locator('section:has(#members) table')).toContainText('Ben');

    await page.click('text=Invite someone by e-mail');
    await page.fill('#invite-email', BEN.email);
    await page.fill('#invite-name', 'Mia');
    await page.click('button:has-text("Send invitation")');
    await expect(page.locator('#invite-email-error')).toContainText('add it as a member');
    await expect(page.locator('#invite-name')).toHaveValue('Mia');
    await page.fill('#invite-email', 'mia@newcomers.example');
    await page.click('button:has-text("Send invitation")');
    await expect(said(page)).toContainText('Invitation queued');
    await expect(page.locator('section:has(#invitations) table')).toContainText('mia@newcomers.example');
    await page.click('[aria-label="Withdraw the invitation to mia@newcomers.example"]');
    await expect(said(page)).toHaveText('Invitation withdrawn.');
    await expect(page.locator('section:has(#invitations)')).toContainText('No pending invitations');
    await expect(page.locator('section:has(#members) table')).not.toContainText('Mia');
    expect(watched.problems).toEqual([]);
  });

  test('shows support families and invitations, without buttons that change them', async () => {
    const watched = await stage.open('/admin/families?query=the', await newAdmin(stage.server, 'support'));
    const { page } = watched;
    await expect(page.locator('text=New family')).toHaveCount(0);
    await page.click('text=The Ks');
    await expect(page.locator('section:has(#invitations)')).toContainText('No pending invitations');
    await expect(page.locator('main form')).toHaveCount(0);
    expect((await page.goto(`${stage.server.url}/admin/families/new`))?.status()).toBe(403);
  });
});
