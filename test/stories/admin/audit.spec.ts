import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin, type Admin } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { request } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

interface Event {
  readonly id: string;
  readonly at: string;
  readonly action: string;
}

/** Events of one day, several with equal times, written without the server. */
const MANY = `INSERT INTO audit_event (at, class, action, outcome, client_id, account_id, target, address)
  SELECT '2026-02-20T12:00:00.123456Z'::timestamptz - (n / 7) * interval '1 minute',
         (ARRAY['token', 'signin', 'administration'])[1 + n % 3], 'test.' || n % 3,
         CASE n % 5 WHEN 0 THEN 'refused' ELSE 'ok' END, 'client-' || n % 2, $1, 'thing:' || n % 4, '192.0.2.1'
    FROM generate_series(1, 2500) AS n`;

describe('audit trail by the administration API', () => {
  let server: TestServer;
  let api: AdminApi;
  let admin: Admin;
  beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
    api = await AdminApi.signIn(server, await newAdmin(server, 'support'));
    await rows(server, MANY, [admin.id]);
  });
  afterAll(() => server.close());

  const list = async (query: string) => {
    const { status, body } = await api.send('GET', `/audit?${query}`);
    return { status, items: body.items as Event[], next: body.next as string | null, body };
  };
  const countOf = async (where: string): Promise<number> => {
    const [{ n }] = await rows<{ n: number }>(
      server,
      `SELECT count(*)::int AS n FROM audit_event WHERE ${where}`,
    );
    return n;
  };

  it('shows the newest first, page by page, each event once, even with equal times', async () => {
    const query = 'to=2026-02-21&limit=200';
    const seen: Event[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page = await list(after === '' ? query : `${query}&after=${after}`);
      seen.push(...page.items);
      after = page.next;
    }
    expect(seen).toHaveLength(2500);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(2500);
    expect([...seen].sort((a, b) => b.at.localeCompare(a.at) || Number(b.id) - Number(a.id))).toEqual(seen);
  });

  it.each([
    ['action=test.1', `action = 'test.1'`],
    ['client=client-1&outcome=refused', `client_id = 'client-1' AND outcome = 'refused'`],
    ['target=thing:3&to=2026-02-21', `target = 'thing:3'`],
    [
      'from=2026-02-20T11:00:00Z&to=2026-02-20T11:30:00%2B00:00',
      `at >= '2026-02-20T11:00Z' AND at < '2026-02-20T11:30Z'`,
    ],
    ['from=2026-02-20T11:00&to=2026-02-20T11:30', `at >= '2026-02-20T11:00Z' AND at < '2026-02-20T11:30Z'`],
  ])('searches by %s', async (query, where) => {
    const found: Event[] = [];
    for (let after = ''; ;) {
      const page = await list(`${query}&limit=200${after}`);
      found.push(...page.items);
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBe(await countOf(where));
  });

  it('searches by account', async () => {
    const { items } = await list(`account=${admin.id}&limit=1`);
    expect(items[0]).toMatchObject({
      accountId: admin.id,
      clientId: 'client-0',
      address: '192.0.2.1',
      details: null,
    });
  });

  it('exports all matches as NDJSON, more than a page of each kind', async () => {
    const exported = (query: string) =>
      fetch(`${server.url}/admin/api/audit?${query}`, {
        headers: { Cookie: api.cookie, Accept: 'application/x-ndjson' },
      });
    const answer = await exported('to=2026-02-21&outcome=ok');
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = (await answer.text()).trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line) as Event);
    expect(events).toHaveLength(2000);
    expect(new Set(events.map(({ id }) => id)).size).toBe(2000);
    const none = await exported('action=none');
    expect([none.status, await none.text()]).toEqual([200, '']);
  });

  it('a failed export from the console returns to the search; upper-case paths are not found (row 10)', async () => {
    const headers = { Cookie: await api.consoleCookie(), Accept: 'text/html' };
    const [path, other] = ['export', 'EXPORT'].map((name) => `/admin/audit/${name}?from=yesterday&outcome=`);
    expect((await request(server, { path, headers })).headers.location).toBe('/admin/audit?from=yesterday');
    expect((await request(server, { path: other, headers })).status).toBe(404);
  });

  it.each([
    ['account=abc', 'account'],
    ['account=99999999999999999999', 'account'],
    ['from=yesterday', 'from'],
    ['from=2026-02-30', 'from'],
    ['to=2026-W10-1', 'to'],
    ['to=0000-01-01', 'to'],
    ['outcome=maybe', 'outcome'],
    ['limit=201', 'limit'],
    ['action=a&action=b', 'action'],
    [`after=${Buffer.from('["now","x"]').toString('base64url')}`, 'after'],
    [`after=${Buffer.from('["2026-02-20T12:00:00Z","x"]').toString('base64url')}`, 'after'],
    ['who=me', 'who'],
  ])('refuses %s, naming it, as a list and as an export', async (query, field) => {
    for (const Accept of ['application/json', 'application/x-ndjson']) {
      const answer = await api.send('GET', `/audit?${query}`, { headers: { Accept } });
      expect([answer.status, answer.body]).toEqual([
        422,
        expect.objectContaining({ errors: [expect.objectContaining({ field })] }),
      ]);
    }
  });
});
