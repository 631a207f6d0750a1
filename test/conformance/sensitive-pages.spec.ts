import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CookieBrowser } from '../support/authorization.js';
import { rows } from '../support/database-rows.js';
import { protect } from '../support/device-passwords.js';
import { ANNA } from '../support/fixtures.js';
import { newMember } from '../support/forgotten-password.js';
import { pageRoutes, type Route } from '../support/routes.js';
import { startApp, type TestServer } from '../support/start-app.js';

/** Forms of an account that don't ask again after five minutes, and why not. */
const NOT_SENSITIVE: Readonly<Record<string, string>> = {
  accountfactorconfirm: 'it takes the key alone that its page was given, and for fifteen minutes',
  accountpasskeylater: 'it puts an offer off',
  accountfamilywithdraw: 'nobody gets in by it: it takes back what the family sees, and can be done again',
  accountprofile: 'name, country and language: nobody gets in by them, and the person sees and undoes it',
  accountlanguage:
    'the language of pages and messages: nobody gets in by it, and the person sees and undoes it',
  accountfamilykeep: 'it stops a hand-over, and gives nobody anything',
  accountfamilypicture: 'a picture: nobody gets in by it, and the family sees and undoes it',
  accountfamilypictureremove: 'a picture: nobody gets in by it, and the family sees and undoes it',
  accountfamilyrename: 'a name: nobody gets in by it, and the family sees and undoes it',
  accountfamilystrangers: 'each member still decides, and those who run the family see and undo it',
  accountfamilyservices: 'services: nobody gets in by them, and the family sees and undoes it',
  devicecode: 'it asks as the consent page of /authorize does: its own story (D271)',
  devicedecision: 'it asks as the consent page of /authorize does: its own story (D271)',
  accountconfirmed: 'it is where one confirms',
  accountconfirmedfactor: 'it is where one confirms',
};

/** Each route of an account that writes, so that a new one is included automatically. */
describe('changes to an account ask for the password again after five minutes, or say why not (D253)', () => {
  let server: TestServer;
  let writing: Route[];
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startApp();
    writing = pageRoutes(server).filter(
      ({ operation }) => operation.account === 'browser' && operation.writes,
    );
    browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    server.clock.advance({ minutes: 6 });
  });
  afterAll(() => server.close());

  it('each form is sensitive, or exempt with a reason, and never both', () => {
    const names = (chosen: readonly Route[]) => chosen.map(({ operation }) => operation.name).sort();
    expect(names(writing.filter(({ operation }) => operation.isSensitive === null))).toEqual(
      Object.keys(NOT_SENSITIVE).sort(),
    );
    expect(writing.length).toBeGreaterThan(Object.keys(NOT_SENSITIVE).length);
  });

  /** Sends each sensitive form, and checks that it returns to its page by way of /confirm. */
  const eachLeadsToConfirm = async (from: CookieBrowser, isProtected: boolean): Promise<void> => {
    const pages = pageRoutes(server).filter(({ method }) => method === 'GET');
    for (const { path, operation } of writing) {
      const { isSensitive } = operation;
      if (isSensitive === null) continue;
      if (isSensitive === true) throw new Error(`${operation.name} does not say which page its form is on`);
      const { formOn, needs } = isSensitive;
      if (needs === 'factor' && !isProtected) continue; // it asks for the password itself
      const at = formOn.replace(/:\w+/g, '1'); // as the list of routes has it
      expect([operation.name, pages.some((page) => page.path === at)]).toEqual([operation.name, true]);
      const confirm = `/confirm?next=${encodeURIComponent(at)}`;
      const { status, headers } = await from.post(path);
      expect([operation.name, status, headers.location]).toEqual([operation.name, 303, confirm]);
    }
  };

  it('each sensitive form names its page, and returns there by way of the password', () =>
    eachLeadsToConfirm(browser, false));

  it('also right after the password, if the account has a second factor that was not shown', async () => {
    const member = await newMember(server);
    const trusted = new CookieBrowser(server);
    await trusted.signIn(member);
    await protect(server, member.id);
    await rows(server, `UPDATE session SET data = data - 'proofs' WHERE account_id = $1 RETURNING 1`, [
      member.id,
    ]);
    await trusted.confirm(member);
    await eachLeadsToConfirm(trusted, true);
  });

  it('a page that only asks for confirmation is sensitive itself', () => {
    const asking = pageRoutes(server).filter(
      ({ method, operation }) => method === 'GET' && operation.isSensitive,
    );
    expect(asking.map(({ operation: { name, isSensitive } }) => [name, isSensitive]).sort()).toEqual([
      ['accountdisconnection', true],
      ['accountfamilyend', true],
      ['accountfamilymember', true],
      ['accountpasskeynew', true],
      ['accountremoval', true],
      ['accountsignin', true],
    ]);
  });

  it.each(['/account/sign-in', '/account/device-passwords', '/account/families/1'])(
    '%s has no input that would be asked for again',
    async (page) => {
      const { text } = await browser.get(page);
      expect(text).toContain(`href="/confirm?next=${encodeURIComponent(page)}"`);
      for (const field of ['identifier', 'client', 'address', 'to'])
        expect([field, text.includes(` name="${field}"`)]).toEqual([field, false]);
    },
  );

  it('no form asks for the password except the change of the password', async () => {
    await browser.signIn(ANNA);
    const found: string[] = [];
    for (const page of ['sign-in', 'device-passwords', 'second-factor', 'families/1', 'data', 'devices'])
      for (const [, action] of (await browser.get(`/account/${page}`)).text.matchAll(
        /action="([^"#]+)[^>]*>(?:(?!<\/form>).)*autocomplete="current-password"/gs,
      ))
        found.push(action);
    expect(found).toEqual(['/account/password']);
  });
});
