import { LateLinks } from '../../src/identity/mailed-links/late-links.js';
import { newestMessage, newMember, NEXT_PASSWORD, type Member } from '../support/forgotten-password.js';
import { newEmail } from '../support/invitations.js';
import { browser, expect, test } from '../support/page-test.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { WatchedPage } from '../support/watched-page.js';

test.describe('forgotten password and own account, in a real browser (D105, D106)', () => {
  let server: TestServer;
  test.beforeAll(async () => {
    server = await startApp();
  });
  test.afterAll(() => server.close());

  const linkFor = async (who: Member): Promise<string> => {
    await server.get(LateLinks).settled();
    return `${server.url}${(await newestMessage(server, who.id)).path}`;
  };

  test('every page looks right in every look and passes axe; long names and addresses wrap', async () => {
    const email = `maximilianefriederikehinterhuberoberleitner@familienverwaltung.example`;
    const who = await newMember(server, { Identifier: email, UserName: 'Maximilianefriederikewilhelmine' });
    const watched = await WatchedPage.open(browser, { locale: 'de' });
    const { page } = watched;
    const flaws: string[] = [];
    const judge = async (name: string): Promise<void> =>
      void flaws.push(...(await watched.flaws(`account-${name}`)));
    const send = (selector: string): Promise<void> => page.click(`${selector} button[type=submit]`);

    await page.goto(`${server.url}/forgot-password`);
    await judge('1-forgotten');
    await page.fill('#identifier', who.email);
    await send('form.card');
    await expect(page.locator('main:not(:has(form))')).toBeVisible();
    await judge('2-sent');
    const link = await linkFor(who);
    await page.goto(link);
    await page.fill('#password', 'short');
    await send('form.card');
    await expect(page.locator('#password-error')).toBeVisible();
    await judge('3-reset');
    await page.fill('#password', NEXT_PASSWORD);
    await send('form.card');
    await page.waitForURL('**/account');
    await page.goto(link);
    await judge('4-over');

    const add = async (address: string): Promise<void> => {
      await page.fill('#identifier', address);
      await send('form[action^="/account/identifiers"]');
    };
    await page.goto(`${server.url}/account/sign-in`);
    await page.click('summary');
    await add('neither');
    await expect(page.locator('#identifier-error')).toBeVisible();
    await judge('5-address-refused');
    await add(newEmail());
    await expect(page.locator('#identifiers [role=status]')).toBeVisible();
    await judge('6-address-sent');
    await page.goto(`${server.url}${(await newestMessage(server, who.id)).path}`);
    await judge('7-confirm');
    await send('main');
    await expect(page.locator('main:not(:has(form))')).toBeVisible();
    for (const section of ['devices', 'history', 'applications', 'sign-in']) {
      await page.goto(`${server.url}/account/${section}`);
      await judge(`8-${section}`);
    }
    await page.click('a[href^="/account/identifiers/"]');
    await expect(page.locator('form[action^="/account/identifiers/"] button')).toBeVisible();
    await judge('9-removal');
    expect({ flaws, problems: watched.problems, language: await watched.language() }).toEqual({
      flaws: [],
      problems: [],
      language: 'de',
    });
  });
});
