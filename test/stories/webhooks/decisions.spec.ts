import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventDecisions } from '../../../src/oauth/webhooks/event-decisions.js';
import { EventSpreader } from '../../../src/oauth/webhooks/event-spreader.js';
import { Database } from '../../../src/platform/database/database.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { count, rows } from '../../support/database-rows.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { subscribe, tell, unsubscribeAll } from '../../support/webhooks.js';

/** More than one batch. */
const MANY = 1200;

describe('recorded change', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await subscribe(api, 'operator', { url: 'https://partner.example/hooks' }, { events: ['family.*'] });
  });
  afterEach(async () => {
    await unsubscribeAll(api);
    await server.get(CleanUp).run();
  });

  const families = (many: number) =>
    rows(
      server,
      `INSERT INTO family (name, premium_type, created_at) SELECT 'The Ms', 0, now() FROM generate_series(1, $1::int)`,
      [many],
    );
  const events = () =>
    rows<{ kind: string; changed: string; many: number }>(
      server,
      `SELECT kind, data->>'changed' AS changed, count(*)::int AS many, min(sequence)::int AS first, max(sequence)::int AS last
         FROM webhook_delivery GROUP BY 1, 2 ORDER BY 4`,
    );

  it('is complete at once even while no event can be delivered, and delivered when that is fixed', async () => {
    await rows(
      server,
      `CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'stuck'; END $$`,
    );
    await rows(server, 'CREATE TRIGGER stuck BEFORE INSERT ON webhook_delivery EXECUTE FUNCTION stuck()');
    await families(3);
    await expect(server.get(EventSpreader).run()).rejects.toThrow('stuck');
    expect([await count(server, 'row_change'), await count(server, 'subject_event')]).toEqual([0, 3]);
    await rows(server, 'DROP FUNCTION stuck CASCADE');
    await tell(server);
    expect(await events()).toMatchObject([{ kind: 'family.created', many: 3 }]);
  });

  it('of one transaction is delivered once per subject, however many changes it has', async () => {
    await families(MANY);
    await server.get(Database).transaction(async (tx) => {
      await tx.query(`UPDATE family SET name = 'The Ns'`);
      await tx.query('UPDATE family SET premium_type = 1');
    });
    await tell(server);
    const changed = '["name", "premiumType"]';
    const told = (await events()).filter(({ kind }) => kind === 'family.changed');
    expect(told).toMatchObject([{ changed }]);
    expect(told[0].many).toBeGreaterThanOrEqual(MANY);
    expect(await count(server, 'webhook_delivery', `kind = 'family.created' AND sequence = 1`)).toBe(MANY);
    expect(await count(server, 'webhook_delivery', `kind = 'family.changed' AND sequence > 2`)).toBe(0);
  });

  it('that cannot be decided holds up no other, and is deleted an hour after it happened', async () => {
    const [{ id: stuck }] = await rows<{ id: string }>(
      server,
      `INSERT INTO family (name, premium_type, created_at) VALUES ('The Os', 0, now()) RETURNING id`,
    );
    await rows(
      server,
      `CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.subject = 'family:${stuck}' THEN RAISE 'stuck'; END IF; RETURN NEW; END $$`,
    );
    await rows(
      server,
      'CREATE TRIGGER stuck BEFORE INSERT ON subject_event FOR EACH ROW EXECUTE FUNCTION stuck()',
    );
    await families(20);
    const decisions = server.get(EventDecisions);
    for (let looks = 0; looks < 2; looks++) await expect(decisions.run()).rejects.toThrow('stuck');
    expect(await rows(server, 'SELECT subject FROM row_change')).toEqual([{ subject: `family:${stuck}` }]);
    await rows(server, `UPDATE row_change SET occurred_at = now() - interval '59 minutes'`);
    await expect(decisions.run()).rejects.toThrow('stuck');
    expect(await count(server, 'row_change')).toBe(1);
    await rows(server, `UPDATE row_change SET occurred_at = now() - interval '61 minutes'`);
    await expect(decisions.run()).rejects.toThrow('stuck');
    expect(await decisions.run()).toBe(false);
    await rows(server, 'DROP FUNCTION stuck CASCADE');
    await tell(server);
    expect(await events()).toMatchObject([{ kind: 'family.created', many: 20, first: 1, last: 1 }]);
  });

  it('waits for another version where none can be decided, and is then delivered', async () => {
    await rows(
      server,
      `CREATE FUNCTION stuck() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'stuck'; END $$`,
    );
    await rows(server, 'CREATE TRIGGER stuck BEFORE INSERT ON subject_event EXECUTE FUNCTION stuck()');
    await families(20);
    await rows(server, `UPDATE row_change SET occurred_at = now() - interval '61 minutes'`);
    await expect(server.get(EventDecisions).run()).rejects.toThrow('stuck');
    expect(await count(server, 'row_change')).toBe(20);
    await rows(server, 'DROP FUNCTION stuck CASCADE');
    await tell(server);
    expect(await events()).toMatchObject([{ kind: 'family.created', many: 20 }]);
  });

  it('is left for an hour to a version that knows its table', async () => {
    await rows(
      server,
      `INSERT INTO row_change (transaction_id, table_name, subject, changed, client_ids, occurred_at)
       SELECT 1, 'later', 'account:' || n, '{}', '{}', now() - interval '1 minute' * n FROM unnest(ARRAY[59, 61]) n`,
    );
    expect(await server.get(EventDecisions).run()).toBe(false);
    await tell(server);
    await server.get(CleanUp).run();
    expect(await rows(server, 'SELECT subject FROM row_change')).toEqual([{ subject: 'account:59' }]);
  });

  it('is deleted when no webhook is subscribed any more', async () => {
    await rows(server, 'DELETE FROM webhook');
    await rows(
      server,
      `INSERT INTO row_change (transaction_id, table_name, subject, changed, client_ids, occurred_at)
       VALUES (1, 'family', 'family:1', '{}', '{}', now())`,
    );
    await server.get(CleanUp).run();
    expect(await count(server, 'row_change')).toBe(0);
  });
});
