import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { Changes } from '../../../src/platform/database/changes.js';
import { Connection } from '../../../src/platform/database/connection.js';
import { Database } from '../../../src/platform/database/database.js';
import { SESSION, UNHURRIED } from '../../../src/platform/database/postgres-session.js';
import { tokensFor } from '../../support/a01.js';
import { CuttingProxy, HEARTBEAT } from '../../support/cutting-proxy.js';
import { accountId } from '../../support/database-rows.js';
import { eventually } from '../../support/eventually.js';
import { ANNA } from '../../support/fixtures.js';
import { startNodes, type Nodes } from '../../support/start-nodes.js';
import type { TestServer } from '../../support/start-app.js';
import { untilWaiting } from '../../support/waiting.js';

const LONGEST_MS = 15_000;
const LOCK = 'SELECT FROM account WHERE id = $1 FOR UPDATE';
const IN_FORCE = 'SELECT name, setting FROM pg_settings WHERE name = ANY($1)';

describe('node whose machine vanishes without closing its connections (D226)', () => {
  let nodes: Nodes;
  let proxy: CuttingProxy;
  let vanishing: TestServer;
  beforeAll(async () => {
    nodes = await startNodes();
    proxy = await CuttingProxy.before(nodes.databaseUrl);
    vanishing = await nodes.start({ DATABASE_URL: proxy.url });
  });
  afterAll(async () => {
    await proxy.close();
    await nodes.close();
  });

  it('in a transaction that locks an account: the account can sign in on another node', async () => {
    const id = await accountId(nodes.b, ANNA.email);
    const changed = vanishing.get(Database).transaction((tx) => {
      proxy.watch({ text: 'COMMIT', nth: 1, moment: 'vanished' });
      return tx.query(LOCK, [id]);
    });
    changed.catch(() => undefined); // it gets no notice until it gives up
    await eventually(() => Promise.resolve(proxy.wasCut ? true : null));
    const signedIn = tokensFor(nodes.b, ANNA);
    await untilWaiting(nodes.a);
    expect((await signedIn).refresh_token).toBeTruthy();
  });

  it('silent connection that listens for changes: caches are bypassed until another one exists', async () => {
    const changes = vanishing.get(Changes);
    const isHearing = (): boolean => changes.isUnchanged(changes.sequence);
    await eventually(() => Promise.resolve(isHearing() ? true : null));
    proxy.watch({ text: HEARTBEAT, nth: 1, moment: 'vanished' });
    await eventually(() => Promise.resolve(isHearing() ? null : true));
    await eventually(() => Promise.resolve(isHearing() ? true : null));
  });

  it('every connection has the time limits and the keepalives by which PostgreSQL notices it', async () => {
    const { pool } = nodes.b.get(Database) as unknown as { pool: pg.Pool };
    const { listener } = nodes.b.get(Changes) as unknown as { listener: Connection };
    const sessions = nodes.b.get(Database).dataSource.options.sessions;
    const unhurried = new Connection(sessions?.unhurried);
    await unhurried.connect();
    const inForce = async (connection: pg.Pool | Connection): Promise<unknown> => {
      const found = await connection.query<{ name: string; setting: string }>(IN_FORCE, [
        Object.keys(SESSION),
      ]);
      return Object.fromEntries(found.rows.map(({ name, setting }) => [name, setting]));
    };
    expect(await inForce(pool)).toEqual(SESSION);
    expect(await inForce(listener)).toEqual(SESSION);
    expect(await inForce(unhurried)).toEqual(UNHURRIED);
    await unhurried.end();
    const [idle, interval, count] = ['idle', 'interval', 'count'].map((of) =>
      Number(UNHURRIED[`tcp_keepalives_${of}`]),
    );
    expect((idle + interval * count) * 1000).toBeLessThan(LONGEST_MS);
  });
});
