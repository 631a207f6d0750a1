import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { basic, bearer } from '../../support/a01.js';
import { eventually } from '../../support/eventually.js';
import { ANNA, CLIENTS, FIXTURES } from '../../support/fixtures.js';
import { request, type RawAnswer } from '../../support/http.js';
import { OwnPostgres } from '../../support/own-postgres.js';
import { Workplace, type ServerProcess } from '../../support/server-process.js';

const HANG_SECONDS = 55;
const SETTINGS = {
  MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
  SESSION_SECRET: 'the session secret of both nodes',
  /** Less than the hang; more than the 15 s after which a heartbeat hangs too. */
  REFRESH_TOKEN_GRACE: '25',
};
const WAITS = `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE 'WITH taken %'`;

describe('a synchronous standby stalls, so that a commit hangs for longer than the grace (D49, D227)', () => {
  const place = new Workplace();
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let nodes: ServerProcess[];
  let reader: pg.Client;
  let start: () => Promise<ServerProcess>;
  beforeAll(async () => {
    primary = await OwnPostgres.make();
    standby = await primary.makeStandby();
    const file = place.path('bootstrap.json');
    writeFileSync(file, JSON.stringify(FIXTURES));
    start = () => place.start({ ...SETTINGS, DATABASE_URL: primary.url, BOOTSTRAP_FILE: file });
    nodes = [await start(), await start()];
    reader = new pg.Client({ connectionString: primary.url });
    await reader.connect();
  });
  afterAll(async () => {
    await reader.end();
    await place.close();
    await standby.remove();
    await primary.remove();
  });

  const asked = (node: ServerProcess, form: Record<string, string>): Promise<RawAnswer> =>
    request(node, { path: '/token', form, headers: basic(CLIENTS.app) });
  const refresh = (node: ServerProcess, refresh_token: string) =>
    asked(node, { grant_type: 'refresh_token', refresh_token });
  const callStatus = async (node: ServerProcess, token: string) =>
    (await request(node, { path: '/api/acc/getloggedaccount', headers: bearer(token) })).status;
  const isTrue = (sql: string, values: unknown[] = []) =>
    eventually(async () => ((await reader.query(sql, values)).rowCount === 1 ? true : null));

  it('the refresh is answered 503, and repeated on another node and on a restarted one: nothing ends', async () => {
    const signIn = { grant_type: 'password', username: ANNA.email, password: ANNA.password };
    const { refresh_token: token, access_token: first } = (await asked(nodes[0], signIn)).body;
    const { rows } = await reader.query<{ at: string }>(`SELECT (clock_timestamp() + $1)::text AS at`, [
      `${HANG_SECONDS} s`,
    ]);
    standby.freeze();
    const hanging = refresh(nodes[0], token);
    await isTrue(WAITS);
    expect((await refresh(nodes[1], token)).status).toBe(503);
    expect((await hanging).status).toBe(503);
    for (const node of nodes) expect(await callStatus(node, first)).toBe(200);
    await isTrue('SELECT WHERE clock_timestamp() > $1', [rows[0].at]);
    standby.thaw();
    nodes[0].kill('SIGKILL');
    const [other, restarted] = [nodes[1], await start()];

    const answers = [await refresh(other, token), await refresh(restarted, token)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [{ refresh_token: next }, { refresh_token: again }] = answers.map(({ body }) => body);
    expect(again).toBe(next);
    for (const { body } of answers)
      for (const node of [other, restarted]) expect(await callStatus(node, body.access_token)).toBe(200);
    const grants = await reader.query('SELECT generation, revoked_at FROM token_grant');
    expect(grants.rows).toEqual([{ generation: 1, revoked_at: null }]); // it had been committed
    expect((await refresh(other, next)).status).toBe(200);
  });
});
