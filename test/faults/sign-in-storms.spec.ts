import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bearer, loggedAccount, tokensFor } from '../support/a01.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { countByStatus, PasswordGuesses } from '../support/password-guesses.js';
import { startApp, type TestServer } from '../support/start-app.js';

describe('hundreds of parallel password guesses (D40)', () => {
  let server: TestServer;
  let guesses: PasswordGuesses;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1' });
    guesses = new PasswordGuesses(server);
  });
  afterAll(() => server.close());
  beforeEach(() => server.clock.advance({ minutes: 31 })); // forgets the attempts of an earlier test

  it('200 parallel wrong passwords: few are checked, no other account is locked out, tokens work', async () => {
    const { access_token } = await tokensFor(server, BEN);
    const attacker = guesses.address();
    const storm = Promise.all(Array.from({ length: 200 }, () => guesses.wrong(attacker)));
    const others = await Promise.all(
      Array.from({ length: 40 }, () => loggedAccount(server, bearer(access_token))),
    );
    const bensSignIn = await guesses.right(guesses.address(), BEN);
    const answers = await storm;
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
    expect(bensSignIn.status).toBe(200);
    const { 401: looked, ...refused } = countByStatus(answers);
    expect(looked).toBeGreaterThanOrEqual(5);
    expect(looked).toBeLessThan(10); // four failed, and five were checked at once
    expect(refused).toEqual({ 429: 200 - looked });
    expect((await guesses.right(guesses.address(), ANNA)).status).toBe(200);
  });

  it('200 times one wrong password: counts once, and locks nobody out, not even there (D321)', async () => {
    const { access_token } = await tokensFor(server, BEN);
    const home = guesses.address();
    const again = () => guesses.attempt(ANNA.email, 'of-last-year', home);
    const storm = Promise.all(Array.from({ length: 200 }, again));
    const others = await Promise.all([
      ...Array.from({ length: 40 }, () => loggedAccount(server, bearer(access_token))),
      guesses.right(guesses.address(), BEN),
    ]);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
    expect(Object.keys(countByStatus(await storm)).sort()).toEqual(['401']);
    expect((await guesses.right(home, ANNA)).status).toBe(200);
  });

  it('parallel guesses from many addresses: beyond the 50 of an account only concurrent ones pass', async () => {
    const answers = await Promise.all(Array.from({ length: 150 }, () => guesses.wrong(guesses.address())));
    const { 401: looked, ...refused } = countByStatus(answers);
    expect(looked).toBeGreaterThanOrEqual(50);
    expect(looked).toBeLessThan(50 + 5 * availableParallelism());
    expect(refused).toEqual({ 429: 150 - looked });
  });

  it('right and wrong passwords of one account at once, from one and from many addresses, cause no 5xx (D11)', async () => {
    const unforeseen: unknown[] = [];
    for (let round = 0; round < 10; round++) {
      server.clock.advance({ minutes: 31 });
      const shared = [guesses.address(), guesses.address(), guesses.address()];
      const answers = await Promise.all(
        Array.from({ length: 36 }, (_, i) => {
          const from = i % 4 === 3 ? guesses.address() : shared[i % 4];
          return i % 5 === 0 ? guesses.wrong(from) : guesses.right(from);
        }),
      );
      unforeseen.push(...answers.filter(({ status }) => status >= 500).map(({ status }) => status));
    }
    expect(unforeseen).toEqual([]);
  });
});
