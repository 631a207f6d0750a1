import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { ANNOUNCED_TABLES } from '../../../src/identity/families/announced-tables.js';
import { CREATE_WRITERS, DROP_WRITERS } from '../../../src/oauth/webhooks/writers.js';
import { createAnnouncers, dropAnnouncers } from '../../../src/platform/database/announced-changes.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { changesIn, eventsIn, undone } from '../../support/row-changes.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { subscribe } from '../../support/webhooks.js';

describe('records of triggers (D275)', () => {
  let server: TestServer;
  let mia: Member;
  beforeAll(async () => {
    server = await startApp();
    const api = await AdminApi.signIn(server, await newAdmin(server));
    await subscribe(api, 'operator', { url: 'https://partner.example/hooks' });
    mia = await newMember(server);
  });
  afterAll(() => server.close());

  it('contain what changed, once, and each step of changes that are undone', () =>
    undone(server, async (tx) => {
      const set = (what: string) => tx.query(`UPDATE account SET ${what} WHERE id = $1`, [mia.id]);
      await set(`name = 'One'`);
      await set(`name = 'Two', locale = 'fr'`);
      for (const status of ['disabled', 'active', 'disabled']) await set(`status = '${status}'`);
      const events = await eventsIn(tx);
      expect(events.map(({ kind, data }) => [kind, ...(data.changed ?? [])].join(' '))).toEqual([
        'account.changed locale name',
        ...['account.disabled', 'account.enabled', 'account.disabled'],
      ]);
    }));

  it('contain no name and no address, even of a deleted account', () =>
    undone(server, async (tx) => {
      await tx.query(
        `UPDATE account SET name = 'Unspoken', country_code = 'IS', locale = 'is' WHERE id = $1`,
        [mia.id],
      );
      await tx.query(
        `INSERT INTO account_identifier (account_id, type, value, normalized) VALUES ($1, 'Email', $2, $2)`,
        [mia.id, 'unspoken@secret.example'],
      );
      await tx.query('DELETE FROM account WHERE id = $1', [mia.id]);
      const written = await changesIn(tx);
      expect(written.length).toBeGreaterThan(3);
      const [{ text }] = await tx.query<[{ text: string }]>(
        `SELECT string_agg(row_to_json(c)::text, '') AS text FROM row_change c`,
      );
      expect(text).toContain(`account:${mia.id}`);
      expect(text).not.toMatch(/unspoken|secret|"is"|"IS"/i);
      expect(text).not.toContain(mia.email);
    }));

  /** As frequent statements write them: refreshes and revocations of grants, sign-ins, rehashed passwords. */
  it.each([
    [
      'token_grant',
      `generation = generation + 1, refresh_digest = '', refreshed_at = now(), refreshed_from = '127.0.0.1', ends_at = now(), grace_floor = 1, key_thumbprint = '', ends_on = now()::date, valid_from = now()`,
    ],
    ['account', `password_hash = 'x', deletes_at = now()`],
    ['account', 'created_by = NULL'], // as for the deletion of a client with many accounts
  ])('cost an irrelevant update of %s no call of a trigger: %s', (table, what) =>
    undone(server, async (tx) => {
      await tx.query(
        `INSERT INTO token_grant (account_id, client_id, created_at, token_type, sid) SELECT $1, id, now(), 'bearer', 'x' FROM client`,
        [mia.id],
      );
      const text = await planOf(tx, `UPDATE ${table} SET ${what}`);
      expect(text).toMatch(/Scan.*rows=[1-9]/);
      expect(text).not.toMatch(/Trigger write_\w+: .*calls=[1-9]/);
    }),
  );

  it('cost one for a relevant update, so that the previous test can fail', () =>
    undone(server, async (tx) => {
      const text = await planOf(tx, `UPDATE account SET locale = 'is' WHERE id = ${mia.id}`);
      expect(text).toMatch(/Trigger write_account_update: .*calls=1/);
    }));

  it('cost one for a grant that is revoked, and none for those that are deleted', () =>
    undone(server, async (tx) => {
      await tx.query(
        `INSERT INTO token_grant (account_id, client_id, created_at, token_type) SELECT $1, id, now(), 'bearer' FROM client`,
        [mia.id],
      );
      const mine = `token_grant WHERE account_id = ${mia.id}`;
      const set = 'UPDATE token_grant SET revoked_at = now(), ends_at = now() WHERE account_id =';
      expect(await planOf(tx, `${set} ${mia.id}`)).toMatch(/Trigger write_token_grant_update: .*calls=[1-9]/);
      expect(await planOf(tx, `DELETE FROM ${mine}`)).not.toMatch(/Trigger write_\w+: /);
    }));

  it('come from the triggers that the declaration makes: else run npm run migration:triggers', () =>
    undone(server, async (tx) => {
      const migrated = await triggersIn(tx);
      expect(migrated.length).toBeGreaterThan(30);
      const [drop, create] = [dropAnnouncers(ANNOUNCED_TABLES), createAnnouncers(ANNOUNCED_TABLES)];
      for (const sql of [...DROP_WRITERS, ...drop, ...CREATE_WRITERS, ...create]) await tx.query(sql);
      expect(migrated).toEqual(await triggersIn(tx));
    }));
});

async function planOf(tx: EntityManager, sql: string): Promise<string> {
  const plan = await tx.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN (ANALYZE, TIMING OFF) ${sql}`);
  return plan.map((line) => line['QUERY PLAN']).join('\n');
}

/** The triggers and functions that write to `row_change`, or announce a change. */
async function triggersIn(tx: EntityManager): Promise<string[]> {
  const found = await tx.query<{ sql: string }[]>(
    String.raw`SELECT pg_get_functiondef(oid) AS sql FROM pg_proc WHERE proname SIMILAR TO '(write|announce)\_%\_change'
               UNION ALL
               SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname SIMILAR TO '(write|announce)\_%' ORDER BY sql`,
  );
  return found.map(({ sql }) => sql);
}
