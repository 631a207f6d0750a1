import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { CALLER_MS } from '../../src/platform/waits.js';
import { bearer, refresh, tokensFor } from '../support/a01.js';
import { createDatabaseApart } from '../support/database-apart.js';
import { rows } from '../support/database-rows.js';
import { eventually } from '../support/eventually.js';
import { ANNA } from '../support/fixtures.js';
import { FixedClock } from '../support/fixed-clock.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes, type Nodes } from '../support/start-nodes.js';
import { grantRow } from '../support/token-forge.js';
import { untilWaiting } from '../support/waiting.js';

const GRANTS = 20;
/** A page of other grants, after each refreshed one: those are on full pages, as most of ten millions are. */
const OTHERS = `INSERT INTO token_grant (account_id, client_id, token_type, created_at, ends_at, ends_on, anchor, refresh_digest, device_id)
  SELECT account_id, client_id, token_type, created_at, ends_at, ends_on, anchor, refresh_digest, device_id
    FROM (SELECT * FROM token_grant LIMIT 1) AS one CROSS JOIN generate_series(1, 40)`;
const METRICS_TOKEN = 'scraped-by-prometheus';
const POOL_SIZE = 20;
const UPDATES = `SELECT n_tup_upd::int AS "all", n_tup_hot_upd::int AS "inPlace" FROM pg_stat_user_tables WHERE relname = 'token_grant'`;

/** The rest of the time that a caller waits. */
const LEFT_MS = 2000;

/** For a node that took so long to query the database that its caller is nearly gone. */
class LateClock extends FixedClock {
  override real(): number {
    return super.real() - (CALLER_MS - LEFT_MS);
  }
}

interface Updates {
  readonly all: number;
  /** Without an entry in any index (HOT). */
  readonly inPlace: number;
}

/**
 * Another statement of the node that has not ended keeps the old row from being removed now and then: of ten
 * refreshes nine. With completely full pages it would be eight.
 */
function expectInPlace({ all, inPlace }: Updates): void {
  expect(inPlace).toBeLessThanOrEqual(all);
  expect(inPlace).toBeGreaterThanOrEqual(0.9 * all);
}

describe('effect of a refresh on the row of its grant, on PostgreSQL (D205)', () => {
  let nodes: Nodes;
  let server: TestServer;
  let kept: string[];
  beforeAll(async () => {
    nodes = await startNodes(new FixedClock(), { METRICS_TOKEN }, await createDatabaseApart());
    server = nodes.a;
    kept = [];
    while (kept.length < GRANTS) {
      kept.push((await tokensFor(server, ANNA)).refresh_token);
      await rows(server, OTHERS);
    }
  });
  afterAll(() => nodes.close());

  const connected = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: nodes.databaseUrl });
    client.on('error', () => undefined); // where the test fails, the database is dropped beneath it
    await client.connect();
    return client;
  };
  /**
   * A session reports its statistics once a second, at the end of a statement: so each of the pool's is queried.
   */
  const updates = async (): Promise<Updates> => {
    const read = () => rows<Updates>(server, UPDATES);
    await Promise.all(Array.from({ length: POOL_SIZE }, read));
    return (await read())[0];
  };

  /** The effect of that many refreshes of each grant, one after the other, on the table. */
  const refreshed = async (times: number, between: () => void = () => undefined): Promise<Updates> => {
    const before = await updates();
    for (let round = 0; round < times; round++) {
      between();
      for (let which = 0; which < GRANTS; which++) {
        const { status, body } = await refresh(server, kept[which]);
        expect(status).toBe(200);
        kept[which] = body.refresh_token;
      }
    }
    return eventually(async () => {
      const { all, inPlace } = await updates();
      const more = { all: all - before.all, inPlace: inPlace - before.inPlace };
      return more.all >= times * GRANTS ? more : null;
    });
  };

  it('refreshes are updates in place, one after the other and one a day', async () => {
    expectInPlace(await refreshed(5));
    expectInPlace(await refreshed(5, () => server.clock.advance({ days: 1 })));
  });

  it('an open snapshot costs most of that, as the metric and its alarm show; refreshes continue', async () => {
    const other = async () => {
      const text = await (await fetch(`${server.url}/metrics`, { headers: bearer(METRICS_TOKEN) })).text();
      return Number(/^hearth_grant_updates{place="other"} (\d+)/m.exec(text)?.[1]);
    };
    const reader = await connected();
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await reader.query('SELECT FROM token_grant LIMIT 1');
    await refreshed(10); // uses up the room on the pages
    const before = await other();
    const { all, inPlace } = await refreshed(10);
    expect(all - inPlace).toBeGreaterThan(inPlace / 4); // HearthRefreshesLeaveTheirPlace
    expect((await other()) - before).toBe(all - inPlace);
    await reader.end();
    await refreshed(1); // makes room
    expectInPlace(await refreshed(3));
  });

  it('a refresh that reaches the database too late is not done: its caller got an error', async () => {
    const late = await nodes.start({}, new LateClock(server.clock.millis()));
    const [token] = kept;
    const { id, generation } = await grantRow(server, token);
    const holder = await connected();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM token_grant WHERE id = $1 FOR UPDATE', [id]);
    const answer = refresh(late, token);
    const isTrue = (sql: string, values: unknown[] = []) =>
      eventually(async () => ((await holder.query(sql, values)).rowCount === 1 ? true : null));
    await untilWaiting(server);
    const { rows: found } = await holder.query<{ at: string }>(
      `SELECT (clock_timestamp() + $1)::text AS at`,
      [`${LEFT_MS} ms`],
    );
    await isTrue('SELECT WHERE clock_timestamp() > $1', [found[0].at]);
    await holder.end();
    expect((await answer).status).toBe(503);
    expect(late.log.filter((line) => line.includes('"reason":"late"'))).toHaveLength(1);
    expect((await grantRow(server, token)).generation).toBe(generation);
    for (const node of [late, server]) expect((await refresh(node, token)).status).toBe(200);
    expect((await grantRow(server, token)).generation).toBe(generation + 1);
  });
});
