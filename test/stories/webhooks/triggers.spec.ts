import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../src/platform/database/database.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { subscribe } from '../../support/webhooks.js';

/** Undone afterwards. */
class Undone extends Error {}

describe('what triggers write down (D275)', () => {
  let server: TestServer;
  let mia: Member;
  beforeAll(async () => {
    server = await startApp();
    const api = await AdminApi.signIn(server, await newAdmin(server));
    await subscribe(api, 'operator', { url: 'https://partner.example/hooks' });
    mia = await newMember(server);
  });
  afterAll(() => server.close());

  const undone = async (work: (tx: EntityManager) => Promise<void>): Promise<void> => {
    const doing = server.get(Database).transaction(async (tx) => {
      await work(tx);
      throw new Undone();
    });
    await expect(doing).rejects.toBeInstanceOf(Undone);
  };
  /** What the transaction wrote down of the account. */
  const written = async (tx: EntityManager) => {
    const found = await tx.query<{ kind: string; data: { changed?: string[] } }[]>(
      'SELECT kind, data FROM subject_event WHERE subject = $1 AND transaction_id = pg_current_xact_id()::text::bigint ORDER BY id',
      [`account:${mia.id}`],
    );
    return found.map(({ kind, data }) => [kind, ...(data.changed ?? [])].join(' '));
  };

  it('is what changed, once, and each turn of what is done and undone', async () => {
    await undone(async (tx) => {
      const set = (what: string) => tx.query(`UPDATE account SET ${what} WHERE id = $1`, [mia.id]);
      await set(`name = 'One'`);
      await set(`name = 'Two', locale = 'fr'`);
      for (const status of ['disabled', 'active', 'disabled']) await set(`status = '${status}'`);
      expect(await written(tx)).toEqual([
        'account.changed locale name',
        ...['account.disabled', 'account.enabled', 'account.disabled'],
      ]);
    });
  });

  /** As what is hot writes them: refreshes and revocations of grants, sign-ins, rehashed passwords. */
  it.each([
    ['token_grant', 'generation = generation + 1, refreshed_at = now(), ends_at = now(), revoked_at = now()'],
    ['account', `password_hash = 'x', deletes_at = now()`],
  ])('costs an update of %s that tells nothing no call of a trigger', async (table, what) => {
    await undone(async (tx) => {
      await tx.query(
        `INSERT INTO token_grant (account_id, client_id, created_at, token_type, sid) SELECT $1, id, now(), 'bearer', 'x' FROM client`,
        [mia.id],
      );
      const plan = await tx.query<{ 'QUERY PLAN': string }[]>(
        `EXPLAIN (ANALYZE, TIMING OFF) UPDATE ${table} SET ${what}`,
      );
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(text).toMatch(/Scan.*rows=[1-9]/);
      expect(text).not.toMatch(/Trigger tell_\w+: .*calls=[1-9]/);
    });
  });

  it('costs one when it does, so that the test before can fail', async () => {
    await undone(async (tx) => {
      const plan = await tx.query<{ 'QUERY PLAN': string }[]>(
        `EXPLAIN (ANALYZE, TIMING OFF) UPDATE account SET locale = 'is' WHERE id = ${mia.id}`,
      );
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Trigger tell_changed: .*calls=1/);
    });
  });
});
