import { NO_BROWSER } from '../../src/identity/accounts/remedies.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PasswordVerifier } from '../../src/identity/passwords/password-verifier.js';
import { PasswordChange } from '../../src/account/password-change.js';
import { Database } from '../../src/platform/database/database.js';
import { accountId, rows } from '../support/database-rows.js';
import { ANNA, BEN } from '../support/fixtures.js';
import type { RawAnswer } from '../support/http.js';
import { newSession } from '../support/new-session.js';
import { countByStatus, PasswordGuesses, type Way } from '../support/password-guesses.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { statementsOf } from '../support/statements-of.js';

describe('guessing passwords is slowed down, in every way to sign in (D40)', () => {
  let server: TestServer;
  let guesses: PasswordGuesses;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1' });
    guesses = new PasswordGuesses(server);
  });
  afterAll(() => server.close());
  beforeEach(() => server.clock.advance({ minutes: 31 })); // forgets the attempts of an earlier test

  const address = (): string => guesses.address();
  const attempt = (...all: Parameters<PasswordGuesses['attempt']>) => guesses.attempt(...all);
  const wrong = (...all: Parameters<PasswordGuesses['wrong']>) => guesses.wrong(...all);
  const right = (...all: Parameters<PasswordGuesses['right']>) => guesses.right(...all);

  async function failTimes(times: number, address: string, identifier = ANNA.email): Promise<void> {
    for (let i = 0; i < times; i++) expect((await wrong(address, identifier)).status).toBe(401);
  }

  function expectTooMany(answer: RawAnswer, retryAfter: number): void {
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe(String(retryAfter));
    expect(answer.body.a01.ex).toEqual({
      name: 'FizTooManyAttemptsException',
      type: 'Ex',
      value: '429',
      message: 'Too many failed attempts. Wait for the number of seconds in Retry-After.',
    });
  }

  it('five failures are free, then 1 s, doubling to at most 900 s', async () => {
    const here = address();
    await failTimes(5, here);
    for (const delay of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]) {
      expectTooMany(await wrong(here), delay);
      server.clock.advance({ seconds: delay });
      expect((await wrong(here)).status).toBe(401);
    }
    expectTooMany(await wrong(here), 900);
  });

  it('never locks out for ever: after the longest delay the right password signs in', async () => {
    const here = address();
    await failTimes(5, here);
    for (let delay = 1; delay <= 512; delay *= 2) {
      server.clock.advance({ seconds: delay });
      expect((await wrong(here)).status).toBe(401);
    }
    expectTooMany(await right(here), 900);
    server.clock.advance({ seconds: 899 });
    expectTooMany(await right(here), 1);
    server.clock.advance({ seconds: 1 });
    expect((await right(here)).status).toBe(200);
  });

  it('ignores even the right password during the delay, which does not grow', async () => {
    const here = address();
    await failTimes(5, here);
    for (let i = 0; i < 10; i++) expectTooMany(await right(here), 1);
    server.clock.advance({ seconds: 1 });
    expect((await right(here)).status).toBe(200);
  });

  it('a success clears the count of account and address', async () => {
    const here = address();
    for (let round = 0; round < 3; round++) {
      await failTimes(4, here);
      expect((await right(here)).status).toBe(200);
    }
    await failTimes(5, here);
    expectTooMany(await wrong(here), 1);
  });

  it('free failures are forgotten after a quarter of an hour', async () => {
    const here = address();
    await failTimes(4, here);
    server.clock.advance({ minutes: 15 });
    await failTimes(5, here);
    expectTooMany(await wrong(here), 1);
  });

  it('another address of that account is free, until the account has 50 failures', async () => {
    await failTimes(5, address());
    expect((await right(address())).status).toBe(200);
    for (let i = 0; i < 9; i++) await failTimes(5, address());
    const far = address();
    expectTooMany(await right(far), 1);
    expect((await right(far, BEN)).status).toBe(200);
    server.clock.advance({ seconds: 1 });
    expect((await right(far)).status).toBe(200);
  });

  it('another account from that address is free, until the address has 500 failures', async () => {
    const here = address();
    await failTimes(5, here);
    expect((await right(here, BEN)).status).toBe(200);
    for (let i = 0; i < 19; i++) {
      const name = `guess-${i}@family.example`;
      const answers = await Promise.all(Array.from({ length: 5 }, () => wrong(here, name)));
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    }
    // 399 more than these 100: only the address has so many.
    const more = `UPDATE sign_in_throttle SET failures = failures + 399 WHERE failures = 100 RETURNING failures`;
    expect(await rows(server, more)).toEqual([[{ failures: 499 }], 1]);
    expect((await right(here, BEN)).status).toBe(200);
    expect((await wrong(here, 'the-last@family.example')).status).toBe(401);
    expectTooMany(await right(here, BEN), 1);
    expect((await right(address(), BEN)).status).toBe(200);
  });

  it('treats an unknown identifier alike: the answer reveals nothing (D40)', async () => {
    const here = address();
    await failTimes(5, here, 'nobody@family.example');
    expectTooMany(await wrong(here, 'nobody@family.example'), 1);
    expectTooMany(await wrong(here, 'NOBODY@family.example'), 1);
  });

  it('every identifier of an account counts for the account', async () => {
    const here = address();
    for (const identifier of [ANNA.email, ANNA.msisdn, ANNA.login, ANNA.email.toUpperCase(), 'Anna.K'])
      expect((await wrong(here, identifier)).status).toBe(401);
    expectTooMany(await wrong(here, ANNA.login), 1);
  });

  it('shares one throttle between log2in, the password call and /token', async () => {
    const here = address();
    const ways: Way[] = ['log2in', 'the password call', '/token', 'log2in', 'the password call'];
    const statuses: number[] = [];
    for (const way of ways) statuses.push((await wrong(here, ANNA.email, way)).status);
    expect(statuses).toEqual([401, 401, 400, 401, 401]); // RFC 6749 §5.2: invalid_grant is 400
    expectTooMany(await wrong(here), 1);
    expectTooMany(await wrong(here, ANNA.email, 'the password call'), 1);
    const oauth = await wrong(here, ANNA.email, '/token');
    expect(oauth.status).toBe(429);
    expect(oauth.headers['retry-after']).toBe('1');
    expect(oauth.body.error).toBe('slow_down');
  });

  it('X-Forwarded-For cannot be forged: the address is the last one that the proxy added (D44)', async () => {
    const here = address();
    for (let i = 0; i < 5; i++) expect((await wrong(`${address()}, ${here}`)).status).toBe(401);
    expectTooMany(await wrong(`${address()}, ${here}`), 1);
  });

  it('accepts an address that succeeded before, however often others fail elsewhere', async () => {
    const home = address();
    expect((await right(home)).status).toBe(200);
    for (let i = 0; i < 10; i++) await failTimes(5, address());
    expectTooMany(await right(address()), 1);
    expect((await right(home)).status).toBe(200);
    await failTimes(5, home); // but not to guess there
    expectTooMany(await right(home), 1);
  });

  it('remembers the last ten networks of an account; a new password makes all of them strangers', async () => {
    const homes = Array.from({ length: 12 }, address);
    for (const home of homes) expect((await right(home)).status).toBe(200);
    expect((await right(homes[2])).status).toBe(200);
    for (let i = 0; i < 10; i++) await failTimes(5, address());
    const statuses: number[] = [];
    for (const home of homes) statuses.push((await right(home)).status);
    expect(statuses).toEqual([429, 429, ...Array.from({ length: 10 }, () => 200)]);

    const id = await accountId(server, ANNA.email);
    const change = async (current: string, next: string) => {
      const who = { accountId: id, address: homes[5], session: await newSession(server, id) };
      await server.get(PasswordChange).change(who, { current, next, remedy: 'rotatePassword' }, NO_BROWSER);
    };
    const next = 'autumn-cellar-8';
    await change(ANNA.password, next);
    expectTooMany(await attempt(ANNA.email, next, homes[5]), 1);
    server.clock.advance({ minutes: 31 });
    await change(next, ANNA.password);
  });

  it('an attempt is two statements, one reading and one writing, and no transaction', async () => {
    // Other nodes, where there may be any, hear of the new date of the last sign-in.
    const told = server.get(Database).isEmbedded ? [] : ['changes-notify'];
    const verify = (password: string, identifier: string = ANNA.email) =>
      server.get(PasswordVerifier).verify({ identifier, password, address: '192.0.2.77', clientId: null });
    const statements = async (work: () => Promise<unknown>): Promise<string[]> =>
      (await statementsOf(server, work)).map(({ name, text }) => name ?? text);
    expect(await statements(() => verify(ANNA.password))).toEqual([
      'account-for-sign-in',
      'account-signed-in',
      ...told,
    ]);
    const failed = ['account-for-sign-in', 'attempt-failed'];
    expect(await statements(() => expect(verify('wrong')).rejects.toThrow())).toEqual(failed);
    expect(await statements(() => expect(verify('wrong')).rejects.toThrow())).toEqual(failed); // again (D321)
    expect(await statements(() => expect(verify('wrong', 'nobody')).rejects.toThrow())).toEqual(failed);
    for (let i = 0; i < 4; i++) await expect(verify(`wrong ${i}`)).rejects.toThrow();
    const refused = await statements(() => expect(verify(ANNA.password)).rejects.toThrow());
    expect(refused).toEqual(['account-for-sign-in']);
  });

  it('concurrent right passwords are no failures: none is refused', async () => {
    const here = address();
    const answers = await Promise.all(Array.from({ length: 20 }, () => right(here)));
    expect(countByStatus(answers)).toEqual({ 200: 20 });
  });
});
