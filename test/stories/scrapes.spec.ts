import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { rows } from '../support/database-rows.js';
import { request } from '../support/http.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { statementsOf } from '../support/statements-of.js';

const COUNTS = /\bcount\s*\(/i;
/** A count of rows that a limit has already chosen. */
const BOUNDED = /\bcount\s*\(\*\)(?:::int)?(?: AS \w+)? FROM \(\s*SELECT[^()]* LIMIT \d+\)/i;

describe('scrape of /metrics costs the database next to nothing, however large it is', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  /** What the server sends to its database while it answers a scrape. */
  async function scraped(): Promise<string[]> {
    const sent = await statementsOf(server, async () => {
      expect((await request(server, { path: '/metrics' })).status).toBe(200);
    });
    return sent.map(({ text }) => text);
  }

  it('counts no table: rows come from statistics, and the few counted ones have a limit', async () => {
    const statements = await scraped();
    expect(statements.filter((text) => text.includes('pg_stat_user_tables'))).toHaveLength(2);
    const counting = statements.filter((text) => COUNTS.test(text));
    expect(counting.map((text) => /FROM (\w+)/.exec(text)?.[1]).sort()).toEqual([
      'outbox_message',
      'webhook',
    ]);
    for (const text of counting) expect(text.replace(BOUNDED, '')).not.toMatch(COUNTS);
    const plans = await server.get(Database).reading(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off'); // small tables are read completely otherwise
      const found: string[] = [];
      for (const text of counting) found.push(JSON.stringify(await tx.query(`EXPLAIN ${text}`)));
      return found.sort((one, other) => one.indexOf('webhook') - other.indexOf('webhook'));
    });
    expect(plans).toEqual([
      expect.stringMatching(/ (?:using|on) outbox_message_retrying_idx /),
      expect.stringMatching(/ (?:using|on) webhook_failing_idx /),
    ]);
  });

  it('shows retries and failures, up to a thousand', async () => {
    const valueOf = async (name: string) => {
      const { text } = await request(server, { path: '/metrics' });
      return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
    };
    const message = (channel: string, attempts: number, many = 1) =>
      rows(
        server,
        `INSERT INTO outbox_message (kind, channel, recipient, locale, created_at, attempts, next_at)
         SELECT 'reset', $1, 'a@example.org', 'en', $3::timestamptz, $2::int, $3::timestamptz + interval '1 day'
           FROM generate_series(1, $4::int) RETURNING 1`,
        [channel, attempts, server.clock.now(), many],
      );
    await message('email', 0);
    await message('backchannel', 3);
    expect(await valueOf('hearth_outbox_retrying')).toBe(0);
    await message('sms', 1);
    expect(await valueOf('hearth_outbox_retrying')).toBe(1);
    await message('email', 2, 1000);
    expect(await valueOf('hearth_outbox_retrying')).toBe(1000);

    const webhook = (isEnabled: boolean, retryAt: Date | null) =>
      rows(
        server,
        `INSERT INTO webhook (id, client_id, url, events, is_enabled, sealed_secret, retry_at, created_at)
         SELECT gen_random_uuid(), id, 'https://a.example', '{*}', $1, '', $2, $3 FROM client LIMIT 1 RETURNING 1`,
        [isEnabled, retryAt, server.clock.now()],
      );
    await webhook(true, null);
    await webhook(false, server.clock.now());
    expect(await valueOf('hearth_webhooks_failing')).toBe(0);
    await webhook(true, server.clock.now());
    expect(await valueOf('hearth_webhooks_failing')).toBe(1);
  });

  it.each([
    ['SELECT count(*)::int AS count FROM (SELECT FROM a WHERE b LIMIT 1000) few', true],
    ['SELECT count(*) FROM a', false],
    ['SELECT count(*) FROM (SELECT FROM a WHERE b) few', false],
    ['SELECT count(DISTINCT a) FROM b LIMIT 1', false],
  ])('%s: bounded? %j', (text, isBounded) => {
    expect(!COUNTS.test(text.replace(BOUNDED, ''))).toBe(isBounded);
  });
});
