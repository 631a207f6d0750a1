import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PasswordHasher } from '../../../src/platform/security/password-hasher.js';
import { count, rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import {
  headingOf,
  invited,
  newEmail,
  newPhone,
  page,
  PASSWORD,
  provision,
  statusOf,
  submit,
  validated,
} from '../../support/invitations.js';
import { cookieOf, LegacyClient, sessionIdOf } from '../../support/legacy-client.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('invited person completes the account by the link (D24, D71)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await server.close();
  });

  const signIn = async (email: string, password: string) =>
    (await new LegacyClient(server).signIn({ email, password })).status;

  it('the page shows the inviter and the family, and states the password rule', async () => {
    const { path } = await invited(server, { FamilyName: 'The Rivers', UserName: 'Rosa' });
    const answer = await page(server, path);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headingOf(answer)).toBe('Join The Rivers');
    expect(answer.text).toContain('Operator invites you to the family');
    expect(answer.text).toContain('At least 8 characters');
    expect(answer.text).toMatch(
      /<input[^>]*name="name"[^>]*value="Rosa"|<input[^>]*value="Rosa"[^>]*name="name"/,
    );
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('ten GETs and a HEAD, as from a mail scanner, consume nothing', async () => {
    const { accountId, path } = await invited(server);
    for (let i = 0; i < 10; i++) expect((await page(server, path)).status).toBe(200);
    const head = await page(server, path, {}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(await statusOf(server, accountId)).toBe('pending');
    expect(await validated(server, accountId)).toEqual([false]);
    expect((await submit(server, path)).status).toBe(303);
  });

  // I1-01, I3.5-08
  it('the POST sets name and password, confirms the address, and signs in', async () => {
    const email = newEmail();
    const { accountId, path } = await invited(server, { Identifier: email, UserName: 'Mia' });
    expect(await signIn(email, PASSWORD)).toBe(401);
    const answer = await submit(server, path, { name: '  Mia María 李 ', password: PASSWORD });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/welcome');
    const cookie = cookieOf(answer);
    expect(cookie?.attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax']));

    const client = new LegacyClient(server);
    client.cookie = cookie?.pair ?? null;
    const own = await client.account();
    expect(own.status).toBe(200);
    const lastLoginDate = server.clock.now().toISOString();
    expect(own.body.a01.r.r).toMatchObject({ accountId, name: 'Mia María 李', lastLoginDate });
    expect(await statusOf(server, accountId)).toBe('active');
    expect(await validated(server, accountId)).toEqual([true]);
    const welcome = await page(server, '/welcome', { Cookie: cookie?.pair ?? '' });
    expect(welcome.status).toBe(200);
    expect(headingOf(welcome)).toBe('Welcome, Mia María 李');
    expect(welcome.text).toContain(email);
    expect(await signIn(email, PASSWORD)).toBe(200);
    expect(await signIn(email, `${PASSWORD}!`)).toBe(401);
  });

  it.each([
    ['phone', newPhone()],
    ['login', 'mia.of.the.millers'],
  ])('completes an account by %s, and signs it in, likewise', async (Type, Identifier) => {
    const { path } = await invited(server, { Type, Identifier });
    expect((await submit(server, path)).status).toBe(303);
    expect(await signIn(Identifier, PASSWORD)).toBe(200);
  });

  // I2.2-14
  it('getaccount shows the new name and the validated address', async () => {
    const { accountId, path } = await invited(server);
    await submit(server, path, { name: 'Maja', password: PASSWORD });
    const { body } = await provision(server, 'getaccount', { accountId });
    expect(body.a01.r.r).toMatchObject({ name: 'Maja', identifiers: [{ validated: 'true' }] });
  });

  it('an existing session gets a new id, and is no longer the other account', async () => {
    const anna = new LegacyClient(server);
    await anna.signIn(ANNA);
    const before = anna.cookie as string;
    const { accountId, path } = await invited(server);
    const answer = await submit(server, path, undefined, { Cookie: before });
    const after = cookieOf(answer)?.pair as string;
    expect(sessionIdOf(after)).not.toBe(sessionIdOf(before));
    expect(await anna.status()).not.toBe(200);
    anna.cookie = after;
    expect((await anna.account()).body.a01.r.r).toMatchObject({ accountId });
  });

  // I3.5-09
  it('a second use says so, signs nobody in, and changes nothing', async () => {
    const email = newEmail();
    const { path } = await invited(server, { Identifier: email });
    await submit(server, path);
    for (const answer of [
      await page(server, path),
      await submit(server, path, { name: 'Eve', password: 'another-password-9' }),
    ]) {
      expect(answer.status).toBe(410);
      expect(headingOf(answer)).toBe('You have already joined');
      expect(answer.text.split('<footer')[0]).not.toContain('<form');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(await signIn(email, 'another-password-9')).toBe(401);
    expect(await signIn(email, PASSWORD)).toBe(200);
  });

  it('of several POSTs at once one wins; the others get the reason, and set no password', async () => {
    const email = newEmail();
    const { accountId, path } = await invited(server, { Identifier: email });
    const sessions = await count(server, 'session');
    const passwords = Array.from({ length: 6 }, (_, i) => `${PASSWORD}-${i}`);
    const answers = await Promise.all(
      passwords.map((password, i) => submit(server, path, { name: `Mia ${i}`, password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410, 410, 410]);
    const winner = answers.findIndex(({ status }) => status === 303);
    for (const [i, answer] of answers.entries()) {
      if (i !== winner) expect(headingOf(answer)).toBe('You have already joined');
      expect(await signIn(email, passwords[i])).toBe(i === winner ? 200 : 401);
    }
    expect(
      await count(server, 'audit_event', `action = 'invitation.accepted' AND account_id = ${accountId}`),
    ).toBe(1);
    expect(await count(server, 'session')).toBe(sessions + 2); // the winner's, and the sign-in's
  });

  it('holds no connection and no transaction while a password is hashed (D70)', async () => {
    const hasher = server.get(PasswordHasher);
    const hash = hasher.hash.bind(hasher);
    let busy = -1;
    const watched = jest.spyOn(hasher, 'hash').mockImplementation(async (password, asker) => {
      const [row] = await rows<{ n: number }>(
        server,
        `SELECT count(*)::int AS n FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`,
      ); // on the embedded database, with its one session, this would wait for ever
      busy = row.n;
      return hash(password, asker);
    });
    const { path } = await invited(server);
    expect((await submit(server, path)).status).toBe(303);
    watched.mockRestore();
    expect(busy).toBe(0);
  });

  it('many complete their accounts at once, while calls continue', async () => {
    const guests = [];
    for (let i = 0; i < 12; i++) guests.push(await invited(server));
    const [answers, ping] = await Promise.all([
      Promise.all(guests.map(({ path }) => submit(server, path))),
      provision(server, 'getaccount', { accountId: guests[0].accountId }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(guests.map(() => 303));
    expect(ping.status).toBe(200);
  });

  it('a signed-out visitor of /welcome goes to the sign-in page, and back', async () => {
    const answer = await page(server, '/welcome');
    expect([answer.status, answer.headers.location]).toEqual([303, '/sign-in?next=%2Fwelcome']);
  });
});
