import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CookieBrowser } from '../support/authorization.js';
import { ANNA } from '../support/fixtures.js';
import { pageRoutes, type Route } from '../support/routes.js';
import { startApp, type TestServer } from '../support/start-app.js';

const IN_PLACE = 'its form asks for the password each time, sooner than after five minutes';

const ITS_OWN =
  'its form asks for the password each time, where there is something to remove or replace: its own story';
const AFTER_SIGN_IN =
  'within five minutes of a sign-in alone, which may have been by a passkey: its own story (D246)';

/** Forms of an account that don't ask again after five minutes, and why not. */
const NOT_SENSITIVE: Readonly<Record<string, string>> = {
  accountpassword: IN_PLACE,
  accountadd: IN_PLACE,
  accountremove: IN_PLACE,
  accountdownload: IN_PLACE,
  accountdelete: IN_PLACE,
  accountfamilyinvite: IN_PLACE,
  accountfamilyhandover: IN_PLACE,
  accountfamilyleave: IN_PLACE,
  accountdevicepasswordmake: IN_PLACE,
  accountfactorbegin: IN_PLACE,
  accountfactorconfirm:
    'it takes the key alone that its page was given after the password, and for fifteen minutes',
  accountfactorremove: ITS_OWN,
  accountrecoverycodes: ITS_OWN,
  accountconnectionend: ITS_OWN,
  accountpasskeyadd: AFTER_SIGN_IN,
  accountpasskeyremove: AFTER_SIGN_IN,
  accountpasskeylater: 'it puts an offer off',
  accountfamilywithdraw: 'nobody gets in by it: it takes back what the family sees, and can be done again',
  accountprofile: 'name, country and language: nobody gets in by them, and the person sees and undoes it',
  accountfamilypicture: 'a picture: nobody gets in by it, and the family sees and undoes it',
  devicecode: 'it only shows what a device asks for',
  devicedecision: 'it gives what the consent page of /authorize gives, which asks no more (D271)',
  accountconfirmed: 'it is where one confirms',
  accountconfirmedfactor: 'it is where one confirms',
};

/** Each route of an account that writes, so that a new one is in it by itself. */
describe('what an account changes asks again after five minutes, or says why not (D253)', () => {
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

  it('each form is sensitive, or listed with its reason, and never both', () => {
    const names = (chosen: readonly Route[]) => chosen.map(({ operation }) => operation.name).sort();
    expect(names(writing.filter(({ operation }) => operation.isSensitive === null))).toEqual(
      Object.keys(NOT_SENSITIVE).sort(),
    );
    expect(writing.length).toBeGreaterThan(Object.keys(NOT_SENSITIVE).length);
  });

  it('each that is sensitive names the page that it is on, and leads there by way of the password', async () => {
    const pages = pageRoutes(server).filter(({ method }) => method === 'GET');
    for (const { path, operation } of writing) {
      const { isSensitive } = operation;
      if (isSensitive === null) continue;
      if (isSensitive === true) throw new Error(`${operation.name} does not say which page its form is on`);
      const { formOn } = isSensitive;
      expect([operation.name, pages.some((page) => page.path === formOn)]).toEqual([operation.name, true]);
      const { status, headers } = await browser.post(path);
      const confirm = `/confirm?next=${encodeURIComponent(formOn)}`;
      expect([operation.name, status, headers.location]).toEqual([operation.name, 303, confirm]);
    }
  });

  it.each(Object.entries(NOT_SENSITIVE).filter(([, reason]) => reason === IN_PLACE))(
    '%s is refused without the password',
    async (name) => {
      server.clock.advance({ minutes: 20 }); // so that what was refused before does not count
      const route = writing.find(({ operation }) => operation.name === name);
      const [family] = /\/account\/families\/\d+/.exec((await browser.get('/account/families')).text) ?? [''];
      const path = route?.path.replace('/account/families/1', family) ?? '';
      const form = {
        identifier: 'new@family.example',
        name: 'N',
        address: 'n@family.example',
        role: 'member',
      };
      const sent = { ...form, to: '1', password: 'a new long password', current: '' };
      const { status, text } = await browser.post(path, sent);
      expect([name, status === 401 || status === 400, text.includes('name="current"')]).toEqual([
        ...[name, true, true],
      ]);
    },
  );
});
