import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { AuditPartitions } from '../../src/platform/audit/audit-partitions.js';
import { AUDIT_CLASSES } from '../../src/platform/config/audit-retention.js';
import { tokensFor } from '../support/a01.js';
import { AdminApi, newAdmin, type Admin } from '../support/admin-api.js';
import { auditByMonth, auditPartitions } from '../support/audit-months.js';
import { rows } from '../support/database-rows.js';
import { eventually } from '../support/eventually.js';
import { ANNA } from '../support/fixtures.js';
import { startNodes } from '../support/start-nodes.js';
import type { TestServer } from '../support/start-app.js';

const MAINTAINING_WAITS = `SELECT FROM pg_stat_activity WHERE datname = current_database()
  AND application_name = 'hearth maintenance' AND wait_event_type = 'Lock'`;

/**
 * Two nodes on one PostgreSQL, and another session whose transaction stays open; the clock begins on 1 March 2026.
 */
describe('audit partitions come and go, and nobody waits for it (D229)', () => {
  let a: TestServer;
  let b: TestServer;
  let databaseUrl: string;
  let other: pg.Client;
  let close: () => Promise<void>;
  let admin: Admin;
  beforeAll(async () => {
    ({ a, b, close, databaseUrl } = await startNodes());
    await auditByMonth(a);
    admin = await newAdmin(a);
    other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await close();
  });

  const partitionsOf = (node: TestServer) => node.get(AuditPartitions);
  const warnings = () =>
    [a, b].flatMap(({ log }) => log.filter((line) => line.includes('partitions of the audit')));
  /** Reads and writes of a call; each fails if it has to wait for five seconds. */
  const readAndWrite = async () => {
    await tokensFor(b, ANNA);
    const api = await AdminApi.signIn(a, admin);
    const { status, body } = await api.send('GET', '/audit?action=token.issued&limit=1');
    expect([status, body.items]).toEqual([200, [expect.objectContaining({ action: 'token.issued' })]]);
  };

  it('creating one ahead happens while others have read and written, and are not done', async () => {
    await other.query('BEGIN');
    await other.query('SELECT count(*) FROM audit_event');
    await other.query(
      `INSERT INTO audit_event (at, class, action, outcome)
       SELECT '2026-03-02', kept, 'signin', 'ok' FROM unnest($1::text[]) AS kept`,
      [AUDIT_CLASSES],
    );
    a.clock.advance({ days: 31 });
    await partitionsOf(a).makeAhead();
    expect(await partitionsOf(a).missing()).toEqual([]);
    await other.query('COMMIT');
    expect(warnings()).toEqual([]);
  });

  it('others read and write while one is attached, before the attaching is done', async () => {
    await other.query('BEGIN');
    await other.query('CREATE TABLE audit_event_token_2030_01 (LIKE audit_event_token)');
    await other.query(
      `ALTER TABLE audit_event_token ATTACH PARTITION audit_event_token_2030_01 FOR VALUES FROM ('2030-01-01') TO ('2030-02-01')`,
    );
    await readAndWrite();
    await other.query('ROLLBACK');
  });

  it('an old one that is still read is given up for now; others read and write meanwhile, and it goes later', async () => {
    a.clock.advance({ days: 30 }); // 1 May: March is past for tokens
    await partitionsOf(a).makeAhead();
    await tokensFor(b, ANNA);
    await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const read = 'SELECT count(*)::int AS n FROM audit_event_token WHERE at < $1';
    const before = (await other.query(read, ['2026-04-01'])).rows;
    const given = partitionsOf(a).dropPast();
    await eventually(async () => ((await rows(a, MAINTAINING_WAITS)).length === 0 ? null : true));
    await readAndWrite();
    await given;
    expect(warnings().at(-1)).toContain('past their retention could not be dropped');

    await readAndWrite();
    a.clock.advance({ days: 31 });
    await partitionsOf(b).makeAhead(); // even while one is half detached
    expect(await partitionsOf(b).missing()).toEqual([]);
    expect((await other.query(read, ['2026-04-01'])).rows).toEqual(before);
    await other.query('COMMIT');

    await partitionsOf(b).dropPast();
    const names = await auditPartitions(a, 'token');
    expect(names[0]).toBe('audit_event_token_2026_05');
    expect(await rows(a, `SELECT FROM pg_class WHERE relname ~ '^audit_event_token_2026_0[234]$'`)).toEqual(
      [],
    );
  });

  it('two nodes at once create and drop each of them once', async () => {
    const before = warnings().length;
    a.clock.advance({ days: 400 });
    await Promise.all([a, b, a, b].map((node) => partitionsOf(node).makeAhead()));
    await Promise.all([a, b, a, b].map((node) => partitionsOf(node).dropPast()));
    expect(warnings()).toHaveLength(before);
    expect(await partitionsOf(a).missing()).toEqual([]);
    await readAndWrite();
  });

  it('two nodes record events at once after a clock jump, and none of their callers fails (D374)', async () => {
    const before = warnings().length;
    for (const days of [400, -200]) {
      a.clock.advance({ days });
      expect((await partitionsOf(a).missing()).some(({ isDue }) => isDue)).toBe(true);
      await Promise.all([a, b, a, b, a, b].map((node) => tokensFor(node, ANNA)));
      expect(await partitionsOf(a).missing()).toEqual([]);
    }
    expect(warnings()).toHaveLength(before);
    a.clock.advance({ days: 200 });
  });

  it('a month with an unfinished detach counts as missing, whatever its table is called', async () => {
    const due = (await auditPartitions(a, 'token')).at(-1) as string;
    await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await other.query(`SELECT count(*) FROM ${due}`);
    const operator = new pg.Client({ connectionString: databaseUrl });
    await operator.connect();
    await operator.query(`SET lock_timeout = '100ms'`); // gives up on the reader, half done
    const detach = `ALTER TABLE audit_event_token DETACH PARTITION ${due}`;
    await expect(operator.query(`${detach} CONCURRENTLY`)).rejects.toThrow('lock timeout');
    expect(await partitionsOf(b).missing()).toEqual([expect.objectContaining({ class: 'token' })]);

    await other.query('COMMIT');
    await operator.query(`SET lock_timeout = 0`);
    await operator.query(`${detach} FINALIZE`);
    await operator.query(`DROP TABLE ${due}`);
    await operator.end();
    await partitionsOf(b).makeAhead();
    expect(await partitionsOf(a).missing()).toEqual([]);
    expect(await auditPartitions(a, 'token')).toContain(due);
  });

  it('waits for another session that alters the table, but not for long', async () => {
    await other.query('BEGIN');
    await other.query('LOCK TABLE audit_event_consent IN SHARE UPDATE EXCLUSIVE MODE');
    a.clock.advance({ days: 31 });
    await partitionsOf(a).makeAhead();
    expect(warnings().at(-1)).toContain('could not be made ahead');
    await readAndWrite();
    await other.query('ROLLBACK');
    await partitionsOf(a).makeAhead();
    expect(await partitionsOf(a).missing()).toEqual([]);
  });
});
