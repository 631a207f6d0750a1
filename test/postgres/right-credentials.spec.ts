import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PasswordHasher } from '../../src/platform/security/password-hasher.js';
import { basic } from '../support/a01.js';
import { clientRowId, outdate, rows } from '../support/database-rows.js';
import { eventually } from '../support/eventually.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import { from, request, type RawAnswer } from '../support/http.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes, type Nodes } from '../support/start-nodes.js';

const { app, imported } = CLIENTS;
const WRONG = { id: imported.id, secret: 'tell no:two' };
const OLD = Buffer.alloc(32, 5).toString('base64'); // of the nodes
const NEW = Buffer.alloc(32, 6).toString('base64');

describe('right credentials are accepted, on every node, whatever others do (D40, D162, D164)', () => {
  let nodes: Nodes;
  let a: TestServer;
  let b: TestServer;
  beforeAll(async () => {
    nodes = await startNodes();
    ({ a, b } = nodes);
  });
  afterAll(() => nodes.close());
  beforeEach(() => a.clock.advance({ minutes: 31 }));

  const signIn = (node: TestServer, address: string, { email, password } = ANNA) => {
    const form = { grant_type: 'password', username: email, password };
    return request(node, { path: '/token', form, headers: { ...basic(app), ...from(address) } });
  };
  const ping = (node: TestServer, address: string, client: { id: string; secret: string } = imported) =>
    request(node, { path: '/api/acc/ping', headers: { ...basic(client), ...from(address) } });
  const atOnce = async (times: number, send: (node: TestServer) => Promise<RawAnswer>) => {
    const answers = await Promise.all(Array.from({ length: times }, (_, i) => send(i % 2 === 0 ? a : b)));
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const forgetRecognition = async () => {
    await rows(a, 'UPDATE client_secret SET recognition = NULL RETURNING 1');
    await outdate(a, `client:${await clientRowId(a, imported.id)}`);
  };
  const recognition = async () => {
    const sql = 'SELECT recognition FROM client_secret WHERE recognition IS NOT NULL';
    return (await rows<{ recognition: Buffer }>(a, sql))[0].recognition;
  };
  const hashing = async (node: TestServer, work: () => Promise<unknown>): Promise<number> => {
    const watched = jest.spyOn(node.get(PasswordHasher), 'turn');
    await work();
    const { length } = watched.mock.calls;
    watched.mockRestore();
    return length;
  };

  it('30 right passwords at once on both, from one address', async () => {
    expect(await atOnce(30, (node) => signIn(node, '192.0.2.30'))).toEqual({ 200: 30 });
    const both = [ANNA, { ...ANNA, ...BEN }];
    let turn = 0;
    expect(await atOnce(30, (node) => signIn(node, '192.0.2.30', both[turn++ % 2]))).toEqual({ 200: 30 });
  });

  it('30 right bcrypt secrets at once on both, from one new address', async () => {
    await forgetRecognition();
    expect(await atOnce(30, (node) => ping(node, '192.0.2.31'))).toEqual({ 200: 30 });
  });

  it('30 right passwords at once while their hash is renewed at another cost (D69)', async () => {
    const costlier = [await nodes.start({ BCRYPT_COST: '5' }), await nodes.start({ BCRYPT_COST: '5' })];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => signIn(costlier[i % 2], '192.0.2.36')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const sql = 'SELECT password_hash FROM account WHERE password_hash LIKE $1';
    expect(await rows(a, sql, ['$2b$05$%'])).toHaveLength(1);
  });

  it('200 wrong passwords at once on both: at most 20 are checked, and no right one elsewhere is refused', async () => {
    let texts = 0; // a repeated one counts once (D321)
    const { 400: looked, ...refused } = await atOnce(200, (node) =>
      signIn(node, '192.0.2.32', { ...ANNA, password: `not-the-one-${++texts}` }),
    );
    expect(looked).toBeGreaterThanOrEqual(5);
    expect(looked).toBeLessThanOrEqual(20);
    expect(refused).toEqual({ 429: 200 - looked });
    expect((await signIn(a, '192.0.2.33')).status).toBe(200);
    expect((await signIn(b, '192.0.2.32', { ...ANNA, ...BEN })).status).toBe(200);
  });

  it('200 wrong secrets at once on both: at most 20 are checked, and the right one is accepted meanwhile', async () => {
    expect((await ping(a, '192.0.2.34')).status).toBe(200);
    const storm = atOnce(200, (node) => ping(node, '192.0.2.34', WRONG));
    const right = await atOnce(30, (node) => ping(node, '192.0.2.34'));
    const { 509: looked, ...refused } = await storm;
    expect(looked).toBeLessThanOrEqual(20);
    expect(refused).toEqual({ 429: 200 - looked });
    expect(right).toEqual({ 200: 30 });
  });

  it('right and wrong ones of many accounts at once cause no 5xx: no two statements deadlock', async () => {
    for (let round = 0; round < 5; round++) {
      a.clock.advance({ minutes: 31 });
      let turn = 0;
      const counts = await atOnce(60, (node) => {
        const who = turn % 2 === 0 ? ANNA : { ...ANNA, ...BEN };
        const password = turn % 3 === 0 ? 'not-the-one' : who.password;
        return signIn(node, `192.0.2.${40 + (turn++ % 4)}`, { ...who, password });
      });
      expect(Object.keys(counts).filter((status) => Number(status) >= 500)).toEqual([]);
    }
  });

  it('a network accepted on A is accepted on a node that starts later, while others fail', async () => {
    expect((await signIn(a, '192.0.2.49')).status).toBe(200);
    const fresh = await nodes.start();
    for (let i = 0; i < 60; i++)
      await signIn(fresh, `198.51.100.${i % 15}`, { ...ANNA, password: `wrong ${i}` });
    expect((await signIn(fresh, '203.0.113.49')).status).toBe(429);
    expect((await signIn(fresh, '192.0.2.49')).status).toBe(200);
  });

  it('a secret accepted on A is recognized on a node that starts later, after 60 wrong ones there', async () => {
    await forgetRecognition();
    expect((await ping(a, '192.0.2.50')).status).toBe(200);
    const fresh = await nodes.start();
    for (let i = 0; i < 60; i++) await ping(fresh, `198.51.100.${i % 15}`, WRONG);
    expect((await ping(fresh, '198.51.100.200', WRONG)).status).toBe(429);
    const hashed = await hashing(fresh, async () =>
      expect((await ping(fresh, '203.0.113.50')).status).toBe(200),
    );
    expect(hashed).toBe(0);
  });

  it('and on a node that cached the client before the secret was accepted', async () => {
    await forgetRecognition();
    expect((await ping(b, '192.0.2.51', WRONG)).status).toBe(509); // B has read the client
    for (let i = 0; i < 60; i++) await ping(a, `198.51.100.${i % 15}`, WRONG);
    a.clock.advance({ minutes: 31 });
    expect((await ping(a, '192.0.2.52')).status).toBe(200);
    for (let i = 0; i < 60; i++) await ping(a, `198.51.100.${i % 15}`, WRONG);
    expect((await ping(b, '192.0.2.53')).status).toBe(200);
  });

  it('a change of MASTER_KEY: the old key recognizes the secret, which is stored under the new key, and then only that recognizes it', async () => {
    await forgetRecognition();
    expect((await ping(a, '192.0.2.54')).status).toBe(200);
    const before = await recognition();
    const right = (node: TestServer) =>
      hashing(node, async () => expect((await ping(node, '192.0.2.55')).status).toBe(200));

    const both = await nodes.start({ MASTER_KEY: `${NEW},${OLD}` });
    expect(await right(both)).toBe(0);
    const after = await eventually(async () => {
      const now = await recognition();
      return now.equals(before) ? null : now;
    });

    const next = await nodes.start({ MASTER_KEY: NEW });
    expect(await right(next)).toBe(0);
    expect(await recognition()).toEqual(after);
  });
});
