import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CleanUp } from '../../src/operate/clean-up.js';
import { CookieBrowser } from '../support/authorization.js';
import { AuditTrail } from '../support/audit-trail.js';
import { accountId, rows } from '../support/database-rows.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { newMember, NEXT_PASSWORD } from '../support/forgotten-password.js';
import { from } from '../support/http.js';
import { PasswordGuesses, type Way } from '../support/password-guesses.js';
import { startApp, type TestServer } from '../support/start-app.js';

const WAYS: Way[] = ['log2in', 'the password call', '/token'];

describe('a repeated wrong password from one network counts once (D321)', () => {
  let server: TestServer;
  let guesses: PasswordGuesses;
  let here: string;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1' });
    guesses = new PasswordGuesses(server);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.clock.advance({ minutes: 31 }); // forgets the attempts of an earlier test
    here = guesses.address();
  });

  const send = async (password: string, identifier: string = ANNA.email, way: Way = 'log2in', at = here) =>
    (await guesses.attempt(identifier, password, at, way)).status;
  const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
  /** The counts of a subject at this network, of the subject, and of the network; null: no row. */
  async function countsOf(subject: string, at = here): Promise<(number | null)[]> {
    const keys = [`subject and address|${subject}|${at}`, `subject|${subject}`, `address|${at}`].map(
      digestOf,
    );
    const sql = `SELECT encode(key, 'hex') AS key, failures FROM sign_in_throttle`;
    const found = await rows<{ key: string; failures: number }>(server, sql);
    return keys.map((key) => found.find((row) => row.key === key)?.failures ?? null);
  }
  const textsOf = (subject: string, at = here) =>
    rows<{ texts: Buffer[] }>(server, `SELECT texts FROM sign_in_throttle WHERE encode(key, 'hex') = $1`, [
      digestOf(`subject and address|${subject}|${at}`),
    ]).then(([row]) => row.texts.map((text) => text.toString('hex')));

  it('so televisions that keep sending the old password do not lock its owner out', async () => {
    const owner = await newMember(server);
    const browser = new CookieBrowser(server, from(here));
    await browser.signIn(owner);
    const change = { reason: 'known', current: owner.password, password: NEXT_PASSWORD };
    expect((await browser.post('/account/password', change)).status).toBeLessThan(400);
    for (let i = 0; i < 60; i++)
      expect(await send(owner.password, owner.email, WAYS[i % 3])).toBe(i % 3 === 2 ? 400 : 401);
    expect(await countsOf(owner.id)).toEqual([1, 1, 1]);
    const fresh = new CookieBrowser(server, from(here));
    expect((await fresh.signIn({ ...owner, password: NEXT_PASSWORD })).status).toBe(303);
    expect(await send(NEXT_PASSWORD, owner.email)).toBe(200);
  });

  it('each different one counts, however they alternate, and none counts twice', async () => {
    const anna = await accountId(server, ANNA.email);
    const texts = ['one', 'two', 'three', 'four'];
    for (let i = 0; i < 20; i++) expect(await send(texts[i % 4])).toBe(401);
    expect((await countsOf(anna))[0]).toBe(4);
    expect(await send('five')).toBe(401);
    expect(await send('one')).toBe(429);
    expect(await send(ANNA.password)).toBe(429);
  });

  it('five are remembered: after as many others it counts again', async () => {
    const anna = await accountId(server, ANNA.email);
    for (const text of ['one', 'two', 'three', 'four', 'five', 'six']) {
      await send(text);
      server.clock.advance({ seconds: 2 });
    }
    expect(await textsOf(anna)).toHaveLength(5);
    for (const [text, failures] of [
      ['two', 6],
      ['one', 7],
    ] as const) {
      await send(text);
      server.clock.advance({ seconds: 4 });
      expect((await countsOf(anna))[0]).toBe(failures);
    }
  });

  it('during a delay too: a repeated one does not extend it', async () => {
    for (const text of ['one', 'two', 'three', 'four', 'five']) expect(await send(text)).toBe(401);
    for (let i = 0; i < 10; i++) {
      expect(await send('five')).toBe(i === 0 ? 429 : 401);
      server.clock.advance({ seconds: 1 });
    }
    expect(await send(ANNA.password)).toBe(200);
  });

  it('for each account and each network separately', async () => {
    const far = guesses.address();
    for (let i = 0; i < 3; i++) {
      await send('the-same');
      await send('the-same', BEN.email);
      await send('the-same', ANNA.email, 'log2in', far);
    }
    const [anna, ben] = [await accountId(server, ANNA.email), await accountId(server, BEN.email)];
    expect(await countsOf(anna)).toEqual([1, 2, 2]);
    expect(await countsOf(anna, far)).toEqual([1, 2, 1]);
    expect(await countsOf(ben)).toEqual([1, 1, 2]);
  });

  it('for an unknown identifier likewise: the answers reveal nothing', async () => {
    const nobody = 'nobody@family.example';
    const [known, unknown] = [
      await guesses.attempt(ANNA.email, 'x-1', here),
      await guesses.attempt(nobody, 'x-1', here),
    ];
    expect(unknown.body).toEqual(known.body);
    for (let i = 0; i < 20; i++) expect(await send('x-1', nobody)).toBe(401);
    for (let i = 0; i < 4; i++) expect(await send(`y-${i}`, nobody)).toBe(401);
    expect(await send('x-1', nobody)).toBe(429);
  });

  it('every identifier of an account counts as that account', async () => {
    const anna = await accountId(server, ANNA.email);
    for (const identifier of [ANNA.email, ANNA.msisdn, ANNA.login]) await send('the-same', identifier);
    expect((await countsOf(anna))[0]).toBe(1);
  });

  it('once in each quarter of an hour, because free failures are forgotten then', async () => {
    const anna = await accountId(server, ANNA.email);
    for (let i = 0; i < 8; i++) {
      expect(await send('of-last-year')).toBe(401);
      expect((await countsOf(anna))[0]).toBe(1);
      server.clock.advance({ minutes: 7 });
    }
  });

  it('each is recorded as before', async () => {
    const anna = await accountId(server, ANNA.email);
    const events = await new AuditTrail(server).of(async () => {
      for (let i = 0; i < 3; i++) await send('of-last-year');
    });
    const refused = { action: 'signin', outcome: 'refused', account: anna };
    expect(events).toEqual([1, 2, 3].map(() => expect.objectContaining(refused)));
  });

  it('stores a short keyed digest, different for each account and network, until the row is deleted', async () => {
    const [anna, ben, far] = [
      await accountId(server, ANNA.email),
      await accountId(server, BEN.email),
      guesses.address(),
    ];
    await server.get(CleanUp).run(); // of the rows of earlier tests
    await send('the-same');
    await send('the-same', BEN.email);
    await send('the-same', ANNA.email, 'log2in', far);
    const kept = [...(await textsOf(anna)), ...(await textsOf(ben)), ...(await textsOf(anna, far))];
    expect(new Set(kept).size).toBe(3);
    for (const digest of kept) expect(digest).toMatch(/^[\da-f]{16}$/);
    expect(kept.some((digest) => digestOf('the-same').startsWith(digest))).toBe(false);
    const others = `SELECT count(*)::int AS n FROM sign_in_throttle WHERE cardinality(texts) > 0`;
    expect(await rows(server, others)).toEqual([{ n: 3 }]); // none in the rows of an account or a network
    await send(ANNA.password); // a success clears it
    server.clock.advance({ minutes: 31 });
    await server.get(CleanUp).run();
    expect(await rows(server, others)).toEqual([{ n: 0 }]);
  });

  it('twenty at once count once for the account in its network', async () => {
    const anna = await accountId(server, ANNA.email);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => send('of-last-year')));
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await countsOf(anna))[0]).toBe(1);
  });
});
