import { consoleAddresses } from '../support/every-page.js';
import { ConsoleStage } from '../support/console-stage.js';
import { rows } from '../support/database-rows.js';
import { newAdmin } from '../support/admin-api.js';
import { expect, test } from '../support/page-test.js';

interface Seen {
  readonly text: string;
  readonly display: string;
  readonly mark: string;
  readonly height: number;
}

test.describe('disclosures of the console on a touch screen', () => {
  const stage = new ConsoleStage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('each has the mark that says it opens, and is 44 pixels high', async () => {
    const { page } = await stage.open('/admin');
    expect(await page.evaluate(`matchMedia('(pointer: coarse)').matches`)).toBe(true);
    const flaws: string[] = [];
    let count = 0;
    for (const path of await consoleAddresses(stage.server)) {
      await page.goto(stage.server.url + path);
      const seen = await page.evaluate<Seen[]>(`[...document.querySelectorAll('summary')]
        .filter((each) => each.checkVisibility())
        .map((each) => ({
          text: each.textContent,
          display: getComputedStyle(each).display,
          mark: getComputedStyle(each).listStyleType,
          height: each.getBoundingClientRect().height,
        }))`);
      count += seen.length;
      for (const { text, display, mark, height } of seen)
        if (display !== 'list-item' || !mark.startsWith('disclosure') || height < 43.5)
          flaws.push(`${path} ${text}: ${display}, ${mark}, ${height}`);
    }
    expect(flaws).toEqual([]);
    expect(count).toBeGreaterThan(5);
  });

  test('an empty family shows the forms that fill it, and one with members folds them', async () => {
    const sql = `INSERT INTO family (name, created_at) VALUES ('The Empties', now()) RETURNING id::text`;
    const [{ id }] = await rows<{ id: string }>(stage.server, sql);
    const { page } = await stage.open(`/admin/families/${id}`);
    await expect(page.locator('#account')).toBeVisible();
    await expect(page.locator('#invite-email')).toBeVisible();
    await page.goto(`${stage.server.url}/admin/families/1`);
    await expect(page.locator('#account')).toBeHidden();
    await expect(page.locator('#invite-email')).toBeHidden();
  });

  test('support is shown no form of an empty family', async () => {
    const sql = `INSERT INTO family (name, created_at) VALUES ('The Unattended', now()) RETURNING id::text`;
    const [{ id }] = await rows<{ id: string }>(stage.server, sql);
    const support = await newAdmin(stage.server, 'support');
    const { page } = await stage.open(`/admin/families/${id}`, support);
    await expect(page.locator('main form')).toHaveCount(0);
  });
});
