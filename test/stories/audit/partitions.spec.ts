import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { AuditPartitions } from '../../../src/platform/audit/audit-partitions.js';
import { AUDIT_CLASSES } from '../../../src/platform/config/audit-retention.js';
import { tokensFor } from '../../support/a01.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { auditByMonth, auditPartitions } from '../../support/audit-months.js';
import { rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { createOwnDatabase } from '../../support/test-database.js';

/** The clock of a test begins on 1 March 2026. */
describe('the partitions of the audit (D229)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({}, createOwnDatabase);
    await auditByMonth(server);
  });
  afterAll(() => server.close());

  const partitions = () => server.get(AuditPartitions);
  const months = async (kept: string) =>
    (await auditPartitions(server, kept)).map((name) => name.replace(`audit_event_${kept}_`, ''));
  const exists = async (name: string) =>
    (await rows(server, 'SELECT FROM pg_class WHERE relname = $1', [name])).length > 0;
  const warnings = () => server.log.filter((line) => line.includes('partitions of the audit'));
  const metric = async () =>
    /^hearth_audit_partitions_missing (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1];
  const doctor = async () => {
    const { body } = await (await AdminApi.signIn(server, await newAdmin(server))).send('GET', '/doctor');
    return (body.checks as { name: string; result: string; detail: string }[]).find(
      ({ name }) => name === 'audit',
    );
  };

  it('are one for each month of each class, three ahead; the clock may be set back by a day', async () => {
    for (const kept of AUDIT_CLASSES)
      expect(await months(kept)).toEqual(['2026_02', '2026_03', '2026_04', '2026_05', '2026_06']);
    expect(await auditPartitions(server)).toHaveLength(5 * AUDIT_CLASSES.length);
    const at = new Date('2026-02-28T23:59:59.999Z');
    const sql = `INSERT INTO audit_event (at, class, action, outcome) VALUES ($1, 'token', 'token.issued', 'ok')
      RETURNING tableoid::regclass::text AS name`;
    expect(await rows(server, sql, [at])).toEqual([{ name: 'audit_event_token_2026_02' }]);
  });

  it('store what is recorded, at any time in the month', async () => {
    const before = server.clock.millis();
    await tokensFor(server, ANNA);
    const sql = `SELECT DISTINCT tableoid::regclass::text AS name FROM audit_event WHERE at >= $1 ORDER BY 1`;
    expect(await rows(server, sql, [new Date(before)])).toEqual(
      expect.arrayContaining([{ name: 'audit_event_signin_2026_03' }, { name: 'audit_event_token_2026_03' }]),
    );
  });

  it('are made by the clean-up as time passes, in time, and none twice', async () => {
    server.clock.advance({ days: 31 });
    await server.get(CleanUp).run();
    expect((await months('account')).at(-1)).toBe('2026_07');
    await server.get(CleanUp).run();
    expect(warnings()).toEqual([]);
    expect([await metric(), (await doctor())?.result]).toEqual(['0', 'ok']);
  });

  it('cause a warning in the log and of the doctor, and a metric, if they cannot be made; made as soon as possible', async () => {
    server.clock.advance({ days: 30 });
    await rows(server, 'CREATE TABLE audit_event_consent_2026_08 (somebody_elses int)');
    await server.get(CleanUp).run();
    expect(warnings().at(-1)).toContain('audit_event_consent_2026_08');
    expect(await metric()).toBe('6');
    expect(await doctor()).toMatchObject({
      result: 'warning',
      detail: 'no partition for account in 2026-08, and 5 more',
    });
    await rows(server, 'DROP TABLE audit_event_consent_2026_08');
    await server.get(CleanUp).run();
    expect([await metric(), (await doctor())?.result]).toEqual(['0', 'ok']);
  });

  it('missing in the current month are a problem: events could not be recorded', async () => {
    await rows(server, 'DROP TABLE audit_event_provisioning_2026_05');
    expect(await doctor()).toMatchObject({
      result: 'problem',
      detail: 'no partition for provisioning in 2026-05',
    });
    await partitions().makeAhead();
  });

  it("detached and not dropped are dropped by the next run; an operator's detached ones stay", async () => {
    await rows(server, 'ALTER TABLE audit_event_token DETACH PARTITION audit_event_token_2026_04');
    await rows(server, 'ALTER TABLE audit_event_signin DETACH PARTITION audit_event_signin_2026_02');
    const mark = 'past its retention, to be dropped by Hearth';
    await rows(server, `COMMENT ON TABLE audit_event_token_2026_04 IS '${mark}'`);
    await partitions().dropPast();
    expect(await exists('audit_event_token_2026_04')).toBe(false);
    expect(await exists('audit_event_signin_2026_02')).toBe(true);
    expect(await exists('audit_event_token_2026_05')).toBe(true);
  });
});

describe('server that starts on a database unused for long (D229)', () => {
  it('has the months of its clock before its first event', async () => {
    const database = await createOwnDatabase();
    const kept = () => Promise.resolve({ ...database, drop: () => Promise.resolve() });
    const first = await startApp({}, kept);
    for (const name of await auditPartitions(first)) await rows(first, `DROP TABLE ${name}`);
    await first.close();
    const second = await startApp({}, kept);
    expect(await second.get(AuditPartitions).missing()).toEqual([]);
    await tokensFor(second, ANNA);
    const sql = 'SELECT DISTINCT tableoid::regclass::text AS name FROM audit_event ORDER BY 1';
    expect(await rows(second, sql)).toEqual([
      { name: 'audit_event_signin_2026_03' },
      { name: 'audit_event_token_2026_03' },
    ]);
    await second.close();
    await database.drop();
  });
});
