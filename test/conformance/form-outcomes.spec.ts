import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXCUSED } from '../../fuzz/tour/reached.js';
import { Outcomes } from '../../src/identity/mailed-links/outcomes.js';
import { isRedirecting } from '../../src/platform/operations/declare.js';
import { stopLinkOf } from '../support/addresses.js';
import { CookieBrowser } from '../support/authorization.js';
import { accountId } from '../support/database-rows.js';
import { declaredOperations } from '../support/declared.js';
import { settleSignIns } from '../support/device-passwords.js';
import { ANNA } from '../support/fixtures.js';
import { Founder } from '../support/founders.js';
import { request } from '../support/http.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { visitWith } from '../support/visits.js';

/** Forms whose answer shows what no page shows again. */
const ONCE = [
  ...['adminclientnew', 'adminclientsecretnew', 'adminwebhooknew', 'adminwebhooksecretform'], // secrets
  ...['adminaccountsetupcodeform', 'accountfactorbegin', 'accountdevicepasswordmake'],
  ...['accountfactorconfirm', 'accountrecoverycodes'], // recovery codes
  'adminoutboxshow', // the text of a message
  'adminaccountimportform', // the result of each line
  'adminaccountrole', // a set-up code, where the role brings one
  'adminprovidertry', // a way to the provider that works once
  'challengeconsent', // the answer to the application
  'adminsigninsetupform', // recovery codes
];
/** Forms that only ask, by POST, because no address may hold what was typed. */
const ANSWER = [
  'adminsearch',
  'admintokeninspectform',
  'adminconfigurationpreview',
  'devicecode',
  'logoutpost',
];

const forms = declaredOperations().filter(
  ({ kind, writes, takes }) => kind === 'page' && writes && (takes === 'form' || takes === 'picture'),
);
const namesOf = (shows: 'once' | 'answer'): string[] =>
  forms.filter((form) => form.shows === shows).map(({ name }) => name);

/** Each other form is posted successfully by the tour of the fuzzer (test/fuzz/seeded-run.spec.ts), which expects a 303. */
describe('a form that succeeded redirects, so that a reload sends nothing again (D386)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  it('but for those that show something once, and those that only ask', () => {
    expect([namesOf('once').sort(), namesOf('answer').sort()]).toEqual([
      [...ONCE].sort(),
      [...ANSWER].sort(),
    ]);
    expect(forms.length).toBeGreaterThan(140);
  });

  it('also where the tour does not get: each of those forms has a test here or in its story', () => {
    const left = forms.filter((form) => form.name in EXCUSED && isRedirecting(form));
    expect(left.map(({ name }) => name).sort()).toEqual([
      'adminsetupform',
      'adminunregisteredendform',
      'notmepost',
    ]);
  });

  it('after “This wasn’t me”, whose page tells what was undone and asks for a new password', async () => {
    const browser = new CookieBrowser(server);
    const path = await stopLinkOf(server, await accountId(server, ANNA.email));
    const { status, headers } = await browser.postAlone(path);
    expect([status, headers.location]).toEqual([303, expect.stringMatching(`^${path}\\?done=`)]);
    for (const time of ['first', 'second']) {
      const { text } = await browser.get(headers.location ?? '');
      expect([time, text]).toEqual([time, expect.stringContaining('what it added no longer works')]);
    }
    expect((await browser.get(path)).status).toBe(410);
  });

  it('and nobody else makes up an outcome: it is sealed, for ten minutes, for its page and its account', async () => {
    const outcomes = server.get(Outcomes);
    const told = outcomes.lead('/account/sign-in', 'anna@new.example', { forWhom: '1' }).headers.Location;
    const done = new URL(String(told), server.url).searchParams.get('done') ?? '';
    const found = (page: string, forWhom?: string): string | null =>
      outcomes.find<string>(visitWith({ query: { done } }).visit, page, forWhom);
    expect(found('/account/sign-in', '1')).toBe('anna@new.example');
    for (const [page, forWhom] of [
      ['/account/sign-in', '2'],
      ['/account/sign-in', ''],
      ['/outcome', '1'],
    ] as const)
      expect(found(page, forWhom)).toBeNull();
    server.clock.advance({ minutes: 10 });
    expect(found('/account/sign-in', '1')).toBeNull();
    for (const forged of ['', 'sent', done.slice(1), `${done}A`]) {
      const answer = await request(server, { path: `/outcome?done=${forged}` });
      expect([answer.status, answer.headers.location]).toEqual([303, '/']);
    }
  });

  it('an invitation that was sent stands under the pending ones at once, and is sent once', async () => {
    const { browser, path, member } = await Founder.of(server, 'The Flowers');
    await settleSignIns(server, member.id);
    await browser.confirm(member);
    const form = { name: 'Guest', address: 'guest@flowers.example', role: 'member' };
    const { status, headers } = await browser.postAlone(`${path}/invite`, form);
    expect([status, headers.location]).toEqual([303, `${path}?done=invited#invitations`]);
    for (const time of ['first', 'second']) {
      const { text } = await browser.get(`${path}?done=invited`);
      expect([time, text.match(/guest@flowers\.example/g)?.length]).toEqual([time, 3]); // notice, row, its button
    }
    expect((await browser.get(`${path}?done=guest@evil.example`)).text).not.toContain('evil');
  });
});
