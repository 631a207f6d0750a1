import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditLog } from '../../../src/platform/audit/audit-log.js';
import { AuditPartitions } from '../../../src/platform/audit/audit-partitions.js';
import { AuditTally } from '../../../src/platform/audit/audit-tally.js';
import { refresh, tokensFor } from '../../support/a01.js';
import { auditByMonth } from '../../support/audit-months.js';
import { rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { createOwnDatabase } from '../../support/test-database.js';

describe('event in a month without a partition, after a clock jump (D374)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({ AUDIT_REFRESHES: 'true' }, createOwnDatabase);
    await auditByMonth(server);
  });
  afterAll(() => server.close());

  const due = async () => (await server.get(AuditPartitions).missing()).filter(({ isDue }) => isDue);
  const warnings = () => server.log.filter((line) => line.includes('partitions of the audit'));
  const jump = async (days: number) => {
    server.clock.advance({ days });
    expect(await due()).not.toEqual([]);
  };
  const recorded = async () => {
    const sql = 'SELECT action FROM audit_event WHERE at = $1 ORDER BY 1';
    return (await rows<{ action: string }>(server, sql, [server.clock.now()])).map(({ action }) => action);
  };

  it.each([
    ['forward by months', 130],
    ['back by months', -200],
    ['forward by years', 1000],
  ])('is recorded like any other, and nobody notices: a sign-in, %s', async (_, days) => {
    await jump(days);
    await tokensFor(server, ANNA);
    expect(await recorded()).toEqual(['signin', 'token.issued']);
    expect(await server.get(AuditPartitions).missing()).toEqual([]);
  });

  it('is recorded by any statement: of many refreshes at once, of nothing that changes, of counts', async () => {
    const tokens = await Promise.all([1, 2, 3].map(() => tokensFor(server, ANNA)));
    await jump(200);
    const answers = await Promise.all(tokens.map(({ refresh_token: token }) => refresh(server, token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await recorded()).toEqual(Array.from({ length: 3 }, () => 'token.refreshed'));

    await jump(200);
    await server.get(AuditLog).record({ action: 'signout', outcome: 'ok' });
    expect(await recorded()).toEqual(['signout']);

    await jump(200);
    server.get(AuditLog).count({ action: 'signin', outcome: 'refused', address: '192.0.2.1' });
    await server.get(AuditTally).flush(true);
    expect(await recorded()).toEqual(['signin']);
    expect(warnings()).toEqual([]);
  });

  it('is 503 if its partition cannot be created, and nothing of it is kept; recorded as soon as it can', async () => {
    const { refresh_token: token } = await tokensFor(server, ANNA);
    await jump(200);
    const month = (await due()).find(({ class: kept }) => kept === 'token')?.month.replace('-', '_');
    await rows(server, `CREATE TABLE audit_event_token_${month} (somebody_elses int)`);
    await expect(tokensFor(server, ANNA)).rejects.toThrow('The service is busy');
    expect((await refresh(server, token)).status).toBe(503);
    expect(await recorded()).toEqual([]);
    await rows(server, `DROP TABLE audit_event_token_${month}`);
    expect((await refresh(server, token)).status).toBe(200);
    expect(await recorded()).toEqual(['token.refreshed']);
  });
});
