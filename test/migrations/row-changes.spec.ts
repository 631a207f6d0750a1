import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { EventDecisions } from '../../src/oauth/webhooks/event-decisions.js';
import { EventSpreader } from '../../src/oauth/webhooks/event-spreader.js';
import { WebhookHearers } from '../../src/oauth/webhooks/webhook-hearers.js';
import { DROP_WRITERS } from '../../src/oauth/webhooks/writers.js';
import { Database } from '../../src/platform/database/database.js';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { clientRowId, count } from '../support/database-rows.js';
import { newMember } from '../support/forgotten-password.js';
import { Partner } from '../support/partner.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { createOwnDatabase } from '../support/test-database.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { subscribe, tell } from '../support/webhooks.js';

const NAME = 'RowChanges1795665000000';
const DROP = 'DROP FUNCTION tell_event; DROP TABLE row_change';
/** The functions, triggers and index of the version before, from a database of it. */
const BEFORE = gunzipSync(readFileSync('test/upgrade/every-table.sql.gz'))
  .toString()
  .match(
    /^CREATE (?:FUNCTION .*?\$\$;|TRIGGER tell_.*?;|INDEX subject_event_transaction_id_idx .*?;)$/gms,
  ) as string[];

/** Until 0.2.0 triggers decided which events follow, and wrote those. */
describe('the migration to triggers that only write down what changed (D275)', () => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let partner: Partner;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    server = await startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' }, createOwnDatabase);
    const api = await AdminApi.signIn(server, await newAdmin(server));
    partner = new Partner(server);
    await subscribe(api, 'operator', receiver);
  });
  afterAll(async () => {
    await server.close();
    await receiver.close();
  });
  beforeEach(() => void receiver.told());

  const dataSource = () => server.get(Database).dataSource;
  const undo = (): Promise<void> =>
    dataSource().transaction(async (tx) => {
      for (const sql of [...DROP_WRITERS, DROP, ...BEFORE]) await tx.query(sql);
      await tx.query('DELETE FROM migration WHERE name = $1', [NAME]);
    });
  /** A node of the version before: it spreads events, and decides none. */
  const nodeBefore = (): EventSpreader => {
    const decisions = { run: () => Promise.resolve(false) } as EventDecisions;
    return new EventSpreader(server.get(Database), decisions, server.get(WebhookHearers), server.clock);
  };
  const toldOf = async (subject: string) => {
    await tell(server);
    const told = receiver.told().filter(([, of]) => of === subject);
    return told.map(([kind, , sequence, data]) => [
      sequence,
      kind,
      ...((data as { changed?: string[] }).changed ?? []),
    ]);
  };

  it('tells what was written before it and after it: all, once, in order', async () => {
    await undo();
    // Nobody spreads anything before the migration, as if that came at once: this server's worker looks by itself.
    const spreader = server.get(EventSpreader);
    Object.assign(spreader, { run: () => Promise.resolve(false) });
    const familyId = await partner.family();
    const rename = (FamilyName: string) => partner.result('updatefamily', { familyId, FamilyName });
    await rename('One');
    const accountId = await partner.account(familyId);
    expect(await count(server, 'subject_event')).toBeGreaterThan(2);
    await dataSource().runMigrations();
    delete (spreader as Partial<EventSpreader>).run;
    await rename('Two');
    await partner.result('updateaccount', { accountId, UserName: 'Mia M.' });
    await partner.result('deleteaccount', { accountId });
    await tell(server);
    const told = receiver.told().map(([kind, subject, sequence]) => [subject, sequence, kind]);
    expect(told.filter(([subject]) => subject === `family:${familyId}`)).toEqual(
      ['family.created', 'family.changed', 'member.added', 'family.changed', 'member.removed'].map(
        (kind, i) => [`family:${familyId}`, i + 1, kind],
      ),
    );
    expect(told.filter(([subject]) => subject === `account:${accountId}`)).toEqual(
      ['account.created', 'account.changed', 'account.deleted'].map((kind, i) => [
        `account:${accountId}`,
        i + 1,
        kind,
      ]),
    );
    for (const table of ['row_change', 'subject_event']) expect(await count(server, table)).toBe(0);
  });

  it('is borne by a node of the version before: it tells what others decide, and nothing is told twice', async () => {
    const before = nodeBefore();
    const familyId = await partner.family();
    const renamed = Array.from({ length: 20 }, (_, i) =>
      partner.result('updatefamily', { familyId, FamilyName: `Name ${i}` }),
    );
    await Promise.all([...renamed, before.run(), tell(server), before.run()]);
    await before.run();
    const told = await toldOf(`family:${familyId}`);
    expect(told).toHaveLength(21);
    expect(told.map(([sequence]) => sequence)).toEqual(told.map((_, i) => i + 1));
  });

  it('lets a node of the version before call its function when a client takes an account over: told once', async () => {
    const mia = await newMember(server);
    await toldOf(`account:${mia.id}`);
    const operator = await clientRowId(server, 'operator');
    await server.get(Database).transaction(async (tx) => {
      await tx.query(
        `SELECT tell_event('account.created', 'account:' || $1, jsonb_build_object('accountId', $1::text), $2, '{}')`,
        [mia.id, operator],
      );
      await tx.query(`UPDATE account SET name = 'Mia', locale = 'is', created_by = $2 WHERE id = $1`, [
        mia.id,
        operator,
      ]);
      await tx.query(`UPDATE account_identifier SET value = upper(value) WHERE account_id = $1`, [mia.id]);
    });
    const told = await toldOf(`account:${mia.id}`);
    expect(told).toEqual([[expect.any(Number), 'account.created']]);
  });
});
