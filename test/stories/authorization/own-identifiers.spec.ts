import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId, count, rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { newestMessage, newMember, type Member } from '../../support/forgotten-password.js';
import type { RawAnswer } from '../../support/http.js';
import { headingOf, invited, newEmail, newPhone, outboxOf } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('/account: my data, and my identifiers (D30, D106)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  let me: Member;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 }); // forgets failed sign-ins of an earlier test
    browser = new CookieBrowser(server);
    me = await newMember(server);
    await browser.signIn(me);
  });

  const shown = async (): Promise<string> => (await browser.get('/account/sign-in')).text;
  const add = (identifier: string): Promise<RawAnswer> =>
    browser.post('/account/identifiers', { identifier });
  const remove = (id: string): Promise<RawAnswer> => browser.post(`/account/identifiers/${id}`);
  const idsOf = async (account: string): Promise<string[]> =>
    (
      await rows<{ id: string }>(
        server,
        'SELECT id::text FROM account_identifier WHERE account_id = $1 ORDER BY account_identifier.id',
        [account],
      )
    ).map(({ id }) => id);
  const actions = async (): Promise<string[]> =>
    (
      await rows<{ action: string }>(
        server,
        `SELECT action FROM audit_event WHERE account_id = $1 AND action ~ '^(profile|identifier)' ORDER BY id`,
        [me.id],
      )
    ).map(({ action }) => action);
  const signInAs = async (email: string): Promise<number> =>
    (await new CookieBrowser(server).signIn({ email, password: me.password })).status;
  /** Adds an address and opens its link. */
  async function added(value: string): Promise<void> {
    await add(value);
    await browser.post((await newestMessage(server, me.id)).path);
  }

  describe('profile', () => {
    const save = (form: Record<string, string>): Promise<RawAnswer> =>
      browser.post('/account/profile', {
        name: 'Maja',
        countryCode: 'fr',
        locale: 'EN',
        timeZone: '',
        ...form,
      });
    const saved = async () =>
      (
        await rows<object>(
          server,
          'SELECT name, country_code, locale, time_zone FROM account WHERE id = $1',
          [me.id],
        )
      )[0];

    it('saves name, country, language and time zone, as provisioning does', async () => {
      const { status, text } = await save({ locale: 'ES' });
      expect([status, text.includes('Tu perfil está guardado.'), text.includes('Hola, Maja')]).toEqual([
        200,
        true,
        true,
      ]);
      expect(await saved()).toEqual({ name: 'Maja', country_code: 'FR', locale: 'es', time_zone: null });
      expect(text).toMatch(/<option selected[^>]*value="FR"|<option value="FR" selected/);
      await save({ countryCode: '' });
      expect(await saved()).toMatchObject({ country_code: null });
      await save({ timeZone: 'Pacific/Auckland' });
      expect(await saved()).toMatchObject({ time_zone: 'Pacific/Auckland' });
      expect(await actions()).toEqual(['profile.changed', 'profile.changed', 'profile.changed']);
    });
  });

  describe('adding an address', () => {
    it.each([
      ['an e-mail address', newEmail(), 'email'],
      ['a phone number', newPhone(), 'sms'],
    ])('%s: it belongs to the account after its link was used', async (_what, value, channel) => {
      const { status, text } = await add(` ${value} `);
      expect([status, text.includes(`A link is on its way to ${value}.`)]).toEqual([200, true]);
      expect(await shown()).toMatch(
        new RegExp(`${value.replace('+', '\\+')} <small>waiting to be confirmed`),
      );
      expect(await signInAs(value)).toBe(401);
      const message = await newestMessage(server, me.id);
      expect(message).toMatchObject({ kind: 'addition', channel, recipient: value });
      for (let i = 0; i < 3; i++) expect((await browser.get(message.path)).text).toContain(`account of Mia`);
      expect(await signInAs(value)).toBe(401);
      expect(headingOf(await browser.post(message.path))).toBe('Confirmed');
      expect(await signInAs(value)).toBe(303);
      expect(await shown()).not.toContain('waiting to be confirmed');
      expect((await browser.post(message.path)).status).toBe(410);
      expect(await actions()).toEqual(['identifier.asked', 'identifier.added']);
    });

    it('a national number is parsed by the country of the account', async () => {
      await browser.post('/account/profile', { name: 'Mia', countryCode: 'DE', locale: 'de' });
      await add('01511 2345699');
      expect(await newestMessage(server, me.id)).toMatchObject({ recipient: '+4915112345699' });
    });

    it('an address of another account looks alike, and gets no message', async () => {
      const free = newEmail();
      const [taken, other] = [await add(ANNA.email), await add(free)];
      expect(taken.status).toBe(other.status);
      for (const value of [ANNA.email, free]) expect(other.text).toContain(`${value} <small>waiting`);
      for (const [answer, value] of [
        [taken, ANNA.email],
        [other, free],
      ] as const)
        expect(answer.text).toContain(`A link is on its way to ${value}.`);
      expect((await outboxOf(server, me.id)).filter(({ kind }) => kind === 'addition')).toHaveLength(1);
      const anna = await accountId(server, ANNA.email);
      expect((await outboxOf(server, anna)).map(({ kind }) => kind)).not.toContain('addition');
    });

    it('an address that became another account’s meanwhile is reported to the person who proved to own it', async () => {
      const value = newEmail();
      await add(value);
      const { path } = await newestMessage(server, me.id);
      const { accountId: other } = await invited(server, { Identifier: value });
      const answer = await browser.post(path);
      expect([answer.status, headingOf(answer)]).toEqual([409, 'This address belongs to another account']);
      await rows(server, 'DELETE FROM account_identifier WHERE account_id = $1', [other]);
      expect((await browser.post(path)).status).toBe(200); // the link was not used up
    });

    it('of two accounts with a link to one address one gets it', async () => {
      const value = newEmail();
      const paths = [];
      for (const who of [me, await newMember(server)]) {
        const other = new CookieBrowser(server);
        await other.signIn(who);
        await other.post('/account/identifiers', { identifier: value });
        paths.push((await newestMessage(server, who.id)).path);
      }
      const answers = await Promise.all(paths.map((path) => browser.post(path)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('refuses the own ones, a recently requested one, and many in a day', async () => {
      expect((await add(me.email.toUpperCase())).text).toContain('This already belongs to your account.');
      for (let i = 0; i < 5; i++) expect((await add(newEmail())).status).toBe(200);
      const refused = await add(newEmail());
      expect([refused.status, refused.text.includes('A link was sent there')]).toEqual([400, true]);
      server.clock.advance({ days: 1, minutes: 1 });
      await browser.signIn(me);
      const value = newEmail();
      expect((await add(value)).status).toBe(200);
      expect((await add(value)).status).toBe(400);
    });
  });

  describe('removing an identifier', () => {
    it('asks first, then removes it, and it signs nobody in', async () => {
      const value = newEmail();
      await added(value);
      const [first] = await idsOf(me.id);
      expect(await shown()).toContain(`href="/account/identifiers/${first}"`);
      const page = await browser.get(`/account/identifiers/${first}`);
      expect(headingOf(page)).toBe(`Remove ${me.email}?`);
      const { status, headers } = await remove(first);
      expect([status, headers.location]).toEqual([303, '/account/sign-in']);
      expect([await signInAs(me.email), await signInAs(value)]).toEqual([401, 303]);
      expect(await actions()).toContain('identifier.removed');
    });

    it('keeps the last one, even if two are removed at once', async () => {
      const [only] = await idsOf(me.id);
      expect(await shown()).not.toContain(`/account/identifiers/${only}"`);
      const refused = await remove(only);
      expect([refused.status, refused.text.includes('Add another one first')]).toEqual([400, true]);
      await added(newEmail());
      const answers = await Promise.all((await idsOf(me.id)).map((id) => remove(id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 400]);
      expect(await idsOf(me.id)).toHaveLength(1);
    });

    it("removes nobody else's, whatever the address names", async () => {
      const before = await count(server, 'account_identifier');
      for (const id of [
        ...(await idsOf(await accountId(server, ANNA.email))),
        '0',
        'x',
        "1'--",
        '9'.repeat(30),
      ]) {
        expect((await browser.get(`/account/identifiers/${encodeURIComponent(id)}`)).status).toBe(303);
        expect((await remove(encodeURIComponent(id))).headers.location).toBe('/account/sign-in');
      }
      expect(await count(server, 'account_identifier')).toBe(before);
    });
  });

  it.each(['/account/profile', '/account/identifiers', '/account/identifiers/1'])(
    '%s requires a sign-in, and refuses a page of another site (D43)',
    async (path) => {
      const form = { identifier: newEmail(), name: 'Eve' };
      const stranger = await new CookieBrowser(server).post(path, form);
      expect([stranger.status, stranger.headers.location]).toEqual([303, '/sign-in']);
      expect((await browser.post(path, form, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
      expect(await actions()).toEqual([]);
    },
  );
});
