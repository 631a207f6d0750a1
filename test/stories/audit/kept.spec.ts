import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditTally } from '../../../src/platform/audit/audit-tally.js';
import { AUDIT_ACTIONS, classOf, type AuditAction } from '../../../src/platform/audit/audit-actions.js';
import { KeptEvents } from '../../../src/platform/audit/kept-events.js';
import type { AuditClass } from '../../../src/platform/config/audit-retention.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { bearer, loggedAccount } from '../../support/a01.js';
import { auditByMonth, auditPartitions } from '../../support/audit-months.js';
import { count, rows } from '../../support/database-rows.js';
import { eventually } from '../../support/eventually.js';
import { from } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { createOwnDatabase } from '../../support/test-database.js';

describe('retention of audit events (D126, D229, D230)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp(
      { AUDIT_RETENTION: 'token=3, signin=10', METRICS_TOKEN: 'prometheus-reads-this' },
      createOwnDatabase,
    );
    await auditByMonth(server);
  });
  afterAll(() => server.close());

  /** The events that a reader can see. */
  const shown = async () => {
    const each = (kept: string) => `SELECT DISTINCT action FROM ${kept}`;
    const all = (events: string) => `SELECT action FROM ${events} ORDER BY 1`;
    const found = await server.get(KeptEvents).read<{ action: string }>({ each, all }, []);
    return found.map(({ action }) => action);
  };
  const insert = (action: AuditAction, how = 1) =>
    rows(
      server,
      `INSERT INTO audit_event (at, class, action, outcome)
       SELECT $1::timestamptz, $2, $3, 'ok' FROM generate_series(1, $4::int) RETURNING 1`,
      [server.clock.now(), classOf(action), action, how],
    );
  const cleanUpAt = async (moment: string) => {
    server.clock.advance({ seconds: (Date.parse(moment) - server.clock.millis()) / 1000 });
    await server.get(CleanUp).run();
  };
  const months = (kept: AuditClass) => auditPartitions(server, kept);

  it('each class has its retention: to the second for readers, in the database until its month is over', async () => {
    await rows(server, 'DELETE FROM audit_event RETURNING 1');
    await insert('token.refreshed', 5);
    await insert('signin', 2);
    await insert('client.created');
    await insert('consent.allowed');
    await cleanUpAt('2026-03-04T12:00:00Z');
    expect(await shown()).toEqual(['client.created', 'consent.allowed', 'signin', 'token.refreshed']);
    await cleanUpAt('2026-03-04T12:00:01Z');
    expect(await shown()).toEqual(['client.created', 'consent.allowed', 'signin']);
    expect(await count(server, 'audit_event')).toBe(9);
    await cleanUpAt('2026-03-11T12:00:01Z');
    expect(await shown()).toEqual(['client.created', 'consent.allowed']);
    await cleanUpAt('2026-04-03T23:59:59Z');
    expect(await months('token')).toContain('audit_event_token_2026_03');
    await cleanUpAt('2026-04-04T00:00:00Z');
    expect(await months('token')).not.toContain('audit_event_token_2026_03');
    expect(await count(server, 'audit_event')).toBe(4);
    await cleanUpAt('2027-03-01T12:00:01Z');
    expect(await shown()).toEqual(['client.created']);
    await cleanUpAt('2028-03-31T00:00:00Z');
    expect(await count(server, 'audit_event')).toBe(0);
    expect(await count(server, 'pg_class', `relname LIKE 'audit_event_%_2026_03'`)).toBe(0);
  });

  it('its rows appear in the metrics', async () => {
    await insert('signin', 5);
    const headers = bearer('prometheus-reads-this');
    // PostgreSQL's statistics follow a moment later.
    await eventually(async () =>
      /^hearth_table_rows\{table="audit_event"\} [1-9]/m.exec(
        await (await fetch(`${server.url}/metrics`, { headers })).text(),
      ),
    );
  });
});

describe('refusals, which a stranger can cause at will (D125)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '1' });
  });
  afterAll(() => server.close());
  afterEach(async () => {
    await tally().flush(true);
    await rows(server, 'DELETE FROM audit_event RETURNING 1');
    server.clock.advance({ minutes: 2 });
    await tally().flush();
  });

  const tally = () => server.get(AuditTally);
  const guess = (address = '192.0.2.1') => loggedAccount(server, { ...bearer('guess'), ...from(address) });
  const counts = async () => {
    const sql = `SELECT (details->>'count')::int AS n FROM audit_event WHERE action = 'token.refused' ORDER BY id`;
    return (await rows<{ n: number }>(server, sql)).map(({ n }) => n);
  };

  it('the first is written at once, those of the next minute together', async () => {
    await guess();
    await tally().flush();
    for (let i = 0; i < 30; i++) await guess();
    await tally().flush();
    expect(await counts()).toEqual([1]);
    server.clock.advance({ minutes: 1 });
    await tally().flush();
    expect(await counts()).toEqual([1, 30]);
    server.clock.advance({ minutes: 1 });
    await tally().flush();
    await guess();
    await tally().flush();
    expect(await counts()).toEqual([1, 30, 1]);
  });

  it('from a thousand addresses: at most 200 rows, and each is counted', async () => {
    for (let i = 0; i < 1000; i++) {
      const address = `198.51.${i >> 8}.${i & 255}`;
      tally().note({ action: 'token.refused', outcome: 'refused', address });
    }
    await tally().flush();
    const found = await counts();
    expect(found.length).toBeLessThanOrEqual(201);
    expect(found.reduce((sum, n) => sum + n, 0)).toBe(1000);
    expect(await count(server, 'audit_event', `details @> '{"rest": true}' AND address IS NULL`)).toBe(1);
  });

  it('counting continues while they cannot be written', async () => {
    await rows(server, 'ALTER TABLE audit_event RENAME TO away');
    try {
      await guess();
      await tally().flush();
      await guess();
    } finally {
      await rows(server, 'ALTER TABLE away RENAME TO audit_event');
    }
    await tally().flush();
    expect(await counts()).toEqual([2]);
  });
});

describe('catalogue of audit events', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const all = Object.entries(AUDIT_ACTIONS) as [AuditAction, (typeof AUDIT_ACTIONS)[AuditAction]][];

  it('matches docs/administer/audit.md, row by row', () => {
    const table = read('docs/administer/audit.md')
      .split('\n')
      .filter((line) => /^\| `/.test(line))
      .filter((line) => line.split('|').length === 5);
    const expected = all.map(([action, kind]) => {
      const counted = 'isCounted' in kind && kind.isCounted ? ' (counted)' : '';
      return `| \`${action}\` | ${kind.class} | ${kind.records}${counted} |`;
    });
    expect(table).toEqual(expected);
  });

  it('is covered, event by event, in a story of this folder or of what strangers begin', () => {
    const stories = ['authorize', 'devices', 'tokens', 'people', 'records', 'vouched']
      .map((name) => `test/stories/audit/${name}.spec.ts`)
      .concat(
        [
          'families',
          'running-families',
          'hand-overs',
          'disowned-sign-ins',
          'not-me',
          'settled-addresses',
          'young-ways',
          'deletion',
          'data',
          'device-passwords',
          'recovery',
          'second-factor',
          'security',
          'withdrawn-invitations',
        ].map((name) => `test/stories/account/${name}.spec.ts`),
      )
      .concat(['sign-in', 'own-passkeys'].map((name) => `test/stories/passkeys/${name}.spec.ts`))
      .concat(
        'test/stories/providers/sign-in-elsewhere.spec.ts',
        'test/stories/providers/try.spec.ts',
        'test/stories/strangers/budgets.spec.ts',
        'test/stories/token-store/refresh-rules.spec.ts',
        'test/stories/unregistered/refusing-families.spec.ts',
        'test/stories/webhooks/asked-to-wait.spec.ts',
      )
      .map(read)
      .join('\n');
    const missing = all.map(([action]) => action).filter((action) => !stories.includes(`'${action}'`));
    expect(missing.sort()).toEqual([...RECORDED_BY_THE_CONSOLE].sort());
  });
});

/** Actions of the administration API, with tests of its own. */
const RECORDED_BY_THE_CONSOLE: readonly AuditAction[] = [
  'account.consent_ended',
  'account.held',
  'account.hold_ended',
  'account.identifier_added',
  'account.identifier_asked',
  'account.identifier_removed',
  'account.invitation_resent',
  'account.reset_sent',
  'account.role_changed',
  'account.secured',
  'account.sessions_ended',
  'account.setup_code_made',
  'account.way_ended',
  'administrator.created',
  'administrator.password_confirmed',
  'administrator.refused',
  'administrator.signed_in',
  'administrator.signed_out',
  'audit_filter.deleted',
  'audit_filter.saved',
  'branding.drafted',
  'branding.image_added',
  'branding.published',
  'branding.removed',
  'client.deleted',
  'client.updated',
  'accounts.exported',
  'export.made',
  'families.exported',
  'firebase_key.added',
  'firebase_key.deleted',
  'import.made',
  'member.invitation_withdrawn',
  'member.invited',
  'member.put',
  'outbox.passed_on',
  'outbox.retried',
  'outbox.shown',
  'password_hashes.exported',
  'provider.changed',
  'provider.created',
  'provider.removed',
  'provider.secret_set',
  'resource.changed',
  'resource.created',
  'resource.removed',
  'ruleset.deleted',
  'token.ended',
  'webhook.changed',
  'webhook.created',
  'webhook.removed',
  'webhook.replayed',
  'webhook.secret_renewed',
  'webhook.tested',
];
