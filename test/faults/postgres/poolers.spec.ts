import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DatabaseChecks } from '../../../src/admin/doctor/database-checks.js';
import { loadConfig } from '../../../src/platform/config/load-config.js';
import { connect } from '../../../src/platform/database/connect.js';
import { databaseOptions } from '../../../src/platform/database/database-options.js';
import { basic, bearer, loggedAccount, post, refresh, tokensFor, tokenStatus } from '../../support/a01.js';
import { rows } from '../../support/database-rows.js';
import { eventually } from '../../support/eventually.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { PgBouncer } from '../../support/pgbouncer.js';
import { startNodes, type Nodes } from '../../support/start-nodes.js';
import type { TestServer } from '../../support/start-app.js';

const AT_ONCE = 40;
const ROUNDS = 5;

interface Mode {
  readonly mode: 'session' | 'transaction';
  readonly poolSize: number;
  /** In addition to DATABASE_URL. */
  readonly settings: (direct: string) => Record<string, string>;
}

const MODES: readonly Mode[] = [
  // Two nodes of 20 connections and one that listens.
  { mode: 'session', poolSize: 45, settings: () => ({ DATABASE_POOLER: 'session' }) },
  {
    mode: 'transaction',
    poolSize: 4,
    settings: (direct) => ({ DATABASE_POOLER: 'transaction', DATABASE_LISTEN_URL: direct }),
  },
];

describe.each(MODES)('behind PgBouncer in $mode mode (D228)', ({ mode, poolSize, settings }) => {
  let nodes: Nodes;
  let pgbouncer: PgBouncer;
  let through: Record<string, string>;
  let one: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    nodes = await startNodes();
    pgbouncer = await PgBouncer.before(nodes.databaseUrl, { mode, poolSize });
    through = { DATABASE_URL: pgbouncer.urlOf(nodes.databaseUrl), ...settings(nodes.databaseUrl) };
    one = await nodes.start(through);
    other = await nodes.start(through);
  });
  afterAll(async () => {
    await nodes.close();
    await pgbouncer.remove();
  });

  const checks = async (node: TestServer) => {
    const [session, changes] = await node.get(DatabaseChecks).session();
    return { session, changes };
  };

  if (mode === 'transaction')
    it('doctor prints what the role has to set, as statements that can be run', async () => {
      const { session } = await checks(one);
      expect(session.result).toBe('problem');
      expect(session.detail).toContain('statement_timeout is 0');
      const statements = (session.advice ?? '').match(/ALTER ROLE [^;]+;/g) ?? [];
      expect(statements).toHaveLength(5);
      for (const statement of statements) await rows(nodes.a, statement);
      await pgbouncer.stop();
      await pgbouncer.start(); // as RECONNECT
      await eventually(async () => ((await checks(one).catch(() => null)) ? true : null));
    });

  it('doctor finds the settings in force and the listener working', async () => {
    for (const node of [one, other])
      expect(await checks(node)).toMatchObject({ session: { result: 'ok' }, changes: { result: 'ok' } });
  });

  it('parallel sign-ins, refreshes, calls and revocations are answered as without it', async () => {
    const wrong: unknown[] = [];
    const want = (what: string, status: number, wanted: number): void => {
      if (status !== wanted) wrong.push([what, status]);
    };
    const person = async (index: number): Promise<void> => {
      const [mine, theirs] = index % 2 === 0 ? [one, other] : [other, one];
      let tokens = await tokensFor(mine, ANNA);
      for (let round = 0; round < ROUNDS; round++) {
        const next = await refresh(theirs, tokens.refresh_token);
        want('refresh', next.status, 200);
        tokens = next.body;
        want('account', (await loggedAccount(mine, bearer(tokens.access_token))).status, 200);
      }
      const { refresh_token: token } = tokens;
      want('revoke', (await post(mine, '/revoke', { token }, basic(CLIENTS.app))).status, 200);
      want('revoked', (await refresh(theirs, token)).status, 400);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => person(index)));
    expect(wrong).toEqual([]);
  });

  it('what one node revokes the others refuse, although they had it cached', async () => {
    const { access_token, refresh_token: token } = await tokensFor(one, ANNA);
    for (const node of [one, other, nodes.a]) expect(await tokenStatus(node, access_token)).toBe(200);
    await post(one, '/revoke', { token }, basic(CLIENTS.app));
    for (const node of [other, nodes.a])
      await eventually(async () => ((await tokenStatus(node, access_token)) === 401 ? true : null));
  });

  it('its restart: nodes continue by themselves', async () => {
    await pgbouncer.stop();
    expect((await post(one, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.app))).status).toBe(
      503,
    );
    await pgbouncer.start();
    for (const node of [one, other])
      await eventually(async () => ((await tokensFor(node, ANNA).catch(() => null)) ? true : null));
    await eventually(async () => ((await checks(one)).changes.result === 'ok' ? true : null));
  });

  it('an empty database is migrated', async () => {
    const name = `hearth_through_${mode}_${process.pid}`;
    await rows(nodes.a, `CREATE DATABASE ${name}`);
    const named = (url: string) => url.replace(/\/[^/]*$/, `/${name}`);
    const entries = Object.entries(through).map(([key, value]) => [
      key,
      key.endsWith('URL') ? named(value) : value,
    ]);
    const config = loadConfig({ NODE_ENV: 'test', ...(Object.fromEntries(entries) as typeof through) });
    const dataSource = await connect(databaseOptions(config, []));
    expect(await dataSource.showMigrations()).toBe(false);
    await dataSource.destroy();
    await eventually(() => rows(nodes.a, `DROP DATABASE ${name} WITH (FORCE)`).catch(() => null));
  });

  it('a node that is not configured for it does not start, and says what to set', async () => {
    const { DATABASE_URL } = through;
    await expect(nodes.start({ DATABASE_URL })).rejects.toThrow(
      /unsupported startup parameter.*DATABASE_POOLER/,
    );
  });
});
