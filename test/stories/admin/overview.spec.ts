import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FigureView, OverviewView } from '../../../src/admin/overview/overview.view.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { ActiveAccounts } from '../../../src/platform/activity/active-accounts.js';
import { HourlyCounters } from '../../../src/platform/activity/hourly-counters.js';
import { Sketch } from '../../../src/platform/activity/sketch.js';
import { Database } from '../../../src/platform/database/database.js';
import { bearer, loggedAccount, post, refresh, tokensFor } from '../../support/a01.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { Partner } from '../../support/partner.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const NAMES = ['signIns', 'failures', 'tokensIssued', 'activeAccounts', 'newFamilies'] as const;

/** It is noon on the first of March 2026, a Sunday. */
describe('overview, by the administration API (D238)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
    await written();
    await rows(server, 'DELETE FROM hourly_count');
  });
  afterAll(() => server.close());

  const written = () => Promise.all([server.get(HourlyCounters).flush(), server.get(ActiveAccounts).flush()]);
  const overview = async (period?: string): Promise<OverviewView> => {
    const { status, body } = await api.send('GET', `/overview${period ? `?period=${period}` : ''}`);
    expect(status).toBe(200);
    return body as unknown as OverviewView;
  };
  const counts = async (period?: string) => {
    const found = await overview(period);
    return Object.fromEntries(NAMES.map((name) => [name, found[name].count]));
  };
  const nonZero = ({ points }: FigureView) =>
    points.flatMap(({ at, count }) => (count > 0 ? [[at as unknown as string, count]] : []));
  const counted = (at: string, kind: string, count: number) =>
    rows(server, 'INSERT INTO hourly_count VALUES ($1, $2, $3)', [at, kind, count]);
  const seen = async (span: string, at: string, node: string, ids: readonly string[]): Promise<void> => {
    const sketch = new Sketch();
    for (const id of ids) sketch.add(id);
    const sql = 'INSERT INTO active_accounts VALUES ($1, $2, $3, $4, $5)';
    await rows(server, sql, [span, at, node, sketch.bytes, new Date('2030-01-01')]);
  };

  describe('counts', () => {
    it('sign-ins and failures, tokens, families, each by its hour', async () => {
      const before = await counts();
      const { access_token: token, refresh_token: refreshToken } = await tokensFor(server, ANNA);
      const wrong = { a01identifier: ANNA.email, a01password: 'wrong' };
      for (let at = 0; at < 2; at++) await post(server, '/api/log2/in', wrong);
      await refresh(server, refreshToken);
      await new Partner(server).family();
      expect((await loggedAccount(server, bearer(token))).status).toBe(200);
      await written();
      const after = await counts();
      const more = Object.fromEntries(NAMES.map((name) => [name, after[name] - before[name]]));
      expect(more).toMatchObject({ signIns: 1, failures: 2, newFamilies: 1 });
      expect(more.tokensIssued).toBeGreaterThanOrEqual(2);
      expect((await overview()).refusals).toEqual([{ reason: 'signin', count: 2, before: 0 }]);
    });

    it('in the right hour at its border', async () => {
      await rows(server, 'DELETE FROM hourly_count');
      const counters = server.get(HourlyCounters);
      server.clock.advance({ seconds: 59 * 60 + 59 });
      counters.add('family');
      server.clock.advance({ seconds: 1 });
      counters.add('family');
      counters.add('family');
      await counters.flush();
      api = await AdminApi.signIn(server, await newAdmin(server));
      expect(nonZero((await overview()).newFamilies)).toEqual([
        ['2026-03-01T12:00:00.000Z', 1],
        ['2026-03-01T13:00:00.000Z', 2],
      ]);
      server.clock.advance({ minutes: -60 });
    });

    it('an account once, however often and wherever it was seen; from a token too', async () => {
      await written();
      await rows(server, 'DELETE FROM active_accounts');
      const [first] = (await overview()).activeAccounts.points.slice(-1);
      const tokens = await tokensFor(server, BEN);
      for (let at = 0; at < 3; at++) await loggedAccount(server, bearer(tokens.access_token));
      const [now] = (await overview()).activeAccounts.points.slice(-1);
      await written();
      const [then] = (await overview()).activeAccounts.points.slice(-1);
      expect([now.count - first.count <= 1, then.count]).toEqual([true, now.count]);
      const byDay = (await overview('7d')).activeAccounts;
      expect([byDay.count >= now.count, byDay.points.length]).toEqual([true, 7]);
    });

    it('without a statement in a call with a token', async () => {
      const { access_token: token } = await tokensFor(server, ANNA);
      await loggedAccount(server, bearer(token));
      const { query } = Database.prototype as unknown as Record<
        'query',
        (this: Database, ...given: Parameters<Database['query']>) => unknown
      >;
      const asked: string[] = [];
      Object.assign(Database.prototype, {
        query(this: Database, ...given: Parameters<Database['query']>) {
          asked.push(given[0].name);
          return query.apply(this, given);
        },
      });
      try {
        await Promise.all(Array.from({ length: 50 }, () => loggedAccount(server, bearer(token))));
      } finally {
        Object.assign(Database.prototype, { query });
      }
      expect(asked.filter((name) => /hourly|active/.test(name)).length).toBeLessThanOrEqual(2); // by a timer
    });
  });

  it('shows the state of this node and the database, and the next steps', async () => {
    await newAdmin(server);
    const { calls, nodes, database, certificates, nextSteps } = await overview();
    expect(nodes).toEqual([expect.objectContaining({ name: calls.node, isThis: true })]);
    const call = calls.items.find(({ call }) => call === 'log2in');
    expect(call).toMatchObject({ requests: expect.any(Number), failed: 0 });
    expect(call?.refused).toBeGreaterThan(0);
    expect(call?.p99Ms).toBeGreaterThanOrEqual(call?.p50Ms ?? Infinity);
    expect(database).toMatchObject({ isEmbedded: server.get(Database).isEmbedded, waiting: 0 });
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(certificates).toEqual([]);
    expect(nextSteps).toEqual(['mail']); // there are clients, and several administrators
  });

  describe('with made-up counts', () => {
    beforeAll(async () => {
      await written();
      await rows(server, 'DELETE FROM hourly_count');
      await rows(server, 'DELETE FROM active_accounts');
      for (const [at, count] of [
        ['2026-03-01T12:00Z', 1], // this hour
        ['2026-02-28T13:00Z', 2], // the first of 24
        ['2026-02-28T12:00Z', 4], // the last hour of the 24 before
        ['2026-02-27T13:00Z', 8],
        ['2026-02-27T12:00Z', 16], // before those
        ['2026-02-23T00:00Z', 32], // the first of seven days
        ['2026-02-22T23:00Z', 64], // less long ago than the ones before may be
        ['2026-02-22T12:00Z', 128], // as far as today has passed
        ['2026-01-31T00:00Z', 256], // the first of thirty days
        ['2026-01-30T12:00Z', 512],
        ['2026-01-30T13:00Z', 1024],
      ] as const)
        await counted(at, 'signin', count);
      for (const kind of ['signin', 'assertion.refused', 'validation-token.refused', 'call.denied'])
        await counted('2026-03-01T11:00Z', `refused:${kind}`, kind.length);
      await counted('2026-02-28T11:00Z', 'refused:call.denied', 7);
      await counted('2026-03-01T12:00Z', 'token', 3_000_000_000);
      await seen('hour', '2026-03-01T11:00Z', 'node-a', ['1', '2', '3']);
      await seen('hour', '2026-03-01T11:00Z', 'node-b', ['3', '4']);
      await seen('hour', '2026-03-01T10:00Z', 'node-b', ['4', '5']);
      await seen('hour', '2026-02-28T12:00Z', 'node-b', ['6', '7']);
      await seen('day', '2026-02-24T00:00Z', 'node-a', ['1', '2', '8', '9']);
      await seen('day', '2026-02-22T00:00Z', 'node-a', ['1']);
    });

    it.each([
      ['24h', '2026-02-28T13:00:00.000Z', 3, 12, 24],
      ['7d', '2026-02-23T00:00:00.000Z', 1 + 2 + 4 + 8 + 16 + 32, 128, 27],
      ['30d', '2026-01-31T00:00:00.000Z', 511, 512, 30],
    ])('%s: from %s %d sign-ins, %d before', async (period, from, count, before, points) => {
      const found = await overview(period);
      expect(found).toMatchObject({ period, from, signIns: { count, before } });
      expect(found.signIns.points).toHaveLength(points);
      expect(found.signIns.points.reduce((sum, point) => sum + point.count, 0)).toBe(count);
    });

    it('failures of all ways to sign in, refusals by reason, large numbers', async () => {
      const { failures, refusals, tokensIssued } = await overview();
      expect(failures.count).toBe(
        'signin'.length + 'assertion.refused'.length + 'validation-token.refused'.length,
      );
      expect(refusals.map(({ reason, count, before }) => [reason, count, before])).toEqual([
        ['validation-token.refused', 24, 0],
        ['assertion.refused', 17, 0],
        ['call.denied', 11, 7],
        ['signin', 6, 0],
      ]);
      expect(tokensIssued.count).toBe(3_000_000_000);
    });

    it('distinct accounts of all nodes; beyond a day by the day', async () => {
      const own = server.get(ActiveAccounts).ofThisNode('hour').length; // of this test's own sign-ins
      const { activeAccounts: day } = await overview();
      expect([day.count >= 5, day.count <= 5 + 12 * own, day.before]).toEqual([true, true, 2]);
      expect(nonZero(day)).toEqual(
        expect.arrayContaining([
          ['2026-03-01T10:00:00.000Z', 2],
          ['2026-03-01T11:00:00.000Z', 4],
        ]),
      );
      const { activeAccounts: week } = await overview('7d');
      expect(nonZero(week)).toEqual(expect.arrayContaining([['2026-02-24T00:00:00.000Z', 4]]));
      expect(week.before).toBe(1);
    });

    it('of an unknown period are refused', async () => {
      expect((await api.send('GET', '/overview?period=year')).status).toBe(422);
    });

    it('for 400 days, then they are deleted; hours of accounts for three', async () => {
      const left = async (table: string) => (await rows(server, `SELECT FROM ${table}`)).length;
      await written();
      await rows(server, 'DELETE FROM hourly_count');
      await counted('2026-03-01T12:00Z', 'signin', 1);
      await counted('2026-03-01T13:00Z', 'signin', 1);
      await rows(server, 'DELETE FROM active_accounts');
      server.get(ActiveAccounts).seen('1234567890123');
      await server.get(ActiveAccounts).flush();
      expect(await left('active_accounts')).toBe(2);
      server.clock.advance({ days: 4 });
      await server.get(CleanUp).run();
      expect([await left('hourly_count'), await left('active_accounts')]).toEqual([2, 1]);
      server.clock.advance({ days: 396, seconds: 1 });
      await server.get(CleanUp).run();
      expect([await left('hourly_count'), await left('active_accounts')]).toEqual([1, 1]);
      server.clock.advance({ days: 2 });
      await server.get(CleanUp).run();
      expect([await left('hourly_count'), await left('active_accounts')]).toEqual([0, 0]);
    });
  });
});
