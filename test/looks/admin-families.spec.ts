import { expect, test } from '../support/page-test.js';
import { ConsoleStage } from '../support/console-stage.js';

test.describe('console in a real browser: a new family', () => {
  const stage = new ConsoleStage();

  test('the forms and a pending invitation have no flaw in any look', async () => {
    const watched = await stage.open('/admin/families/new');
    const { page } = watched;
    expect(await watched.flaws('admin-new-family')).toEqual([]);
    await page.fill('#name', 'The Flawless');
    await page.click('button:has-text("Create family")');
    await expect(page.locator('#account')).toBeVisible(); // the family is empty
    await page.fill('#invite-email', 'flora@flawless.example');
    await page.fill('#invite-name', 'Flora');
    await page.click('button:has-text("Send invitation")');
    for (const each of ['Add a member or change a role', 'Invite someone by e-mail'])
      await page.click(`text=${each}`);
    expect(await watched.flaws('admin-family')).toEqual([]);
    expect(watched.problems).toEqual([]);
  });
});
