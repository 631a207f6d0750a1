import { AppConfig } from '../../src/platform/config/app-config.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer, loggedAccount, post, refresh, send, tokensFor } from '../support/a01.js';
import { accountId, rows } from '../support/database-rows.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { startApp, type TestServer } from '../support/start-app.js';

const METRICS_TOKEN = 'prometheus-reads-this';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe("operator's view of the server", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({ METRICS_TOKEN });
  });
  afterAll(() => server.close());

  /** The log lines that `work` causes, one for each request. */
  async function linesOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
    const from = server.log.length;
    await work();
    return server.log
      .slice(from)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => 'call' in line && 'status' in line);
  }

  describe('in the log', () => {
    it('one JSON line per request: id, call, client, account, status, duration', async () => {
      const { access_token } = await tokensFor(server, ANNA);
      let requestId: string | null = null;
      const lines = await linesOf(async () => {
        const { headers } = await send(
          server,
          'GET',
          '/api?a01call=accgetloggedaccount&x=1',
          bearer(access_token),
        );
        requestId = headers.get('x-request-id');
      });
      expect(lines).toHaveLength(1);
      expect(requestId).toMatch(UUID);
      expect(lines[0]).toEqual({
        level: 30,
        node: server.get(AppConfig).nodeName,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
        requestId,
        call: 'accgetloggedaccount',
        method: 'GET',
        status: 200,
        outcome: 'ok',
        ms: expect.any(Number) as unknown,
        clientId: 'family-app',
        accountId: await accountId(server, ANNA.email),
        scheme: 'bearer',
        address: '127.0.0.1',
      });
      expect(JSON.stringify(lines[0])).not.toContain('?');
    });

    it.each([
      ['a wrong password', 'log2in', 401, 'FizCredentialInvalidException', '/api/log2/in'],
      ['an unknown call', 'unknown', 404, 'FizApiUnknownCallException', '/api/no/such'],
      ['an unknown page', 'unknown', 404, '404', '/no-such-page'],
      ['a token request without client', 'oauth2token', 401, 'invalid_client', '/token'],
    ])('%s: the line has the call %s and the outcome', async (_what, name, status, outcome, path) => {
      const form = { identifier: ANNA.email, password: 'wrong-one', grant_type: 'refresh_token' };
      const lines = await linesOf(() =>
        fetch(`${server.url}${path}`, { method: 'POST', body: new URLSearchParams(form) }),
      );
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({ call: name, status, outcome });
    });

    it('logs a client that hung up too, and the server continues', async () => {
      const aborted = new AbortController();
      const lines = await linesOf(async () => {
        const body = new ReadableStream({
          start: (stream) => stream.enqueue(new TextEncoder().encode('identifier=')),
        });
        const sent = fetch(`${server.url}/api/log2/in`, {
          method: 'POST',
          body,
          duplex: 'half',
          signal: aborted.signal,
        } as RequestInit);
        setImmediate(() => aborted.abort());
        await expect(sent).rejects.toThrow();
        expect((await send(server, 'GET', '/api/acc/ping')).status).toBe(200);
      });
      expect(lines.at(-1)).toMatchObject({ call: 'accping', status: 200 });
    });
  });

  describe('at /metrics', () => {
    const read = async (headers: Record<string, string> = bearer(METRICS_TOKEN)) => {
      const response = await fetch(`${server.url}/metrics`, { headers });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const valueOf = async (metric: string): Promise<number> => {
      const line = (await read()).text.split('\n').find((row) => row.startsWith(`${metric} `));
      return Number(line?.split(' ').at(-1) ?? 0);
    };

    it.each(['/METRICS', '/Metrics', '//metrics', '/metrics//', '/%6detrics', '/metrics/.'])(
      'at no other spelling, which a proxy that blocks it may not know: %s',
      async (path) => {
        expect((await request(server, { path, headers: bearer(METRICS_TOKEN) })).status).toBe(404);
      },
    );

    it('with a trailing slash redirects to that spelling', async () => {
      const { status, headers, text } = await request(server, {
        path: '/metrics/',
        headers: bearer(METRICS_TOKEN),
      });
      expect([status, headers.location, text.includes('hearth_')]).toEqual([308, '/metrics', false]);
    });

    it.each([
      ['no token', {}],
      ['another token', bearer('prometheus-reads-that')],
      ['the token by another scheme', { Authorization: METRICS_TOKEN }],
      ["a user's access token", null],
    ])('refuses %s: 401', async (_what, headers) => {
      const {
        status,
        text,
        headers: answered,
      } = await read(headers ?? bearer((await tokensFor(server, ANNA)).access_token));
      expect(status).toBe(401);
      expect(answered.get('www-authenticate')).toBe('Bearer');
      expect(text).not.toContain('hearth_');
    });

    it('counts requests by call and outcome, refusals by reason, tokens by grant and type', async () => {
      const metrics = [
        'hearth_requests_total{call="accping",outcome="ok"}',
        'hearth_requests_total{call="oauth2token",outcome="invalid_grant"}',
        'hearth_refusals_total{reason="invalid_grant"}',
        'hearth_tokens_issued_total{grant="password",type="mac"}',
        'hearth_tokens_issued_total{grant="refresh_token",type="mac"}',
        'hearth_tokens_issued_total{grant="client_credentials",type="bearer"}',
      ];
      const before = await Promise.all(metrics.map(valueOf));
      await send(server, 'GET', '/api/acc/ping');
      await refresh(server, 'x'.repeat(43));
      const { refresh_token } = await tokensFor(server, ANNA, 'Mac');
      await refresh(server, refresh_token);
      await post(server, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.app));
      const after = await Promise.all(metrics.map(valueOf));
      expect(after).toEqual(before.map((n) => n + 1));
    });

    it('counts a reused spent refresh token once, when its grant ends, and not its repetition', async () => {
      const metric = 'hearth_reuses_total{what="refresh_token"}';
      expect((await read()).text).toMatch(/^hearth_reuses_total\{what="code"\} 0$/m); // before the first
      const before = await valueOf(metric);
      const { refresh_token: spent } = await tokensFor(server, ANNA);
      await refresh(server, spent);
      await refresh(server, spent);
      expect(await valueOf(metric)).toBe(before);
      server.clock.advance({ seconds: 61 });
      await refresh(server, spent);
      await refresh(server, spent);
      expect(await valueOf(metric)).toBe(before + 1);
    });

    it('has gauges for pool, event loop and the rows of the expiring tables', async () => {
      const { text, headers } = await read();
      expect(headers.get('content-type')).toMatch(/^text\/plain/);
      for (const name of ['hearth_db_pool_open', 'hearth_db_pool_idle', 'hearth_db_pool_waiting'])
        expect(text).toMatch(new RegExp(`^${name} \\d+$`, 'm'));
      expect(text).toMatch(/^nodejs_eventloop_lag_seconds [\d.e-]+$/m);
      for (const table of ['token_grant', 'ended_token', 'mac_nonce', 'session'])
        expect(text).toMatch(new RegExp(`^hearth_table_rows\\{table="${table}"\\} \\d+$`, 'm'));
    });

    it('a stranger creates no new series: an unknown call is "unknown"', async () => {
      await send(server, 'GET', '/api/made/up-by-a-stranger');
      await send(server, 'GET', '/api?a01call=made-up-by-a-stranger');
      expect((await read()).text).not.toContain('by-a-stranger');
    });
  });

  it.each([{}, { TRUST_PROXY: '127.0.0.1' }] as Record<string, string>[])(
    'without METRICS_TOKEN only this machine reads /metrics, and nobody behind a proxy: %j',
    async (settings) => {
      const own = await startApp(settings);
      const read = async (headers: Record<string, string>) => {
        const response = await fetch(`${own.url}/metrics`, { headers });
        return [response.status, await response.text()] as const;
      };
      const [status, metrics] = await read({});
      expect([status, metrics.includes('hearth_requests_total')]).toEqual([200, true]);
      for (const headers of [
        { 'X-Forwarded-For': '203.0.113.9' },
        { 'X-Forwarded-For': '127.0.0.1' },
        { Forwarded: 'for=203.0.113.9' },
      ] as Record<string, string>[]) {
        const [refused, text] = await read(headers);
        expect([refused, text.includes('hearth_'), text.includes('METRICS_TOKEN')]).toEqual([
          403,
          false,
          true,
        ]);
      }
      await own.close();
    },
  );

  it('/health/live and /health/ready answer 200 in normal operation', async () => {
    const [live, ready] = [
      await send(server, 'GET', '/health/live'),
      await send(server, 'GET', '/health/ready'),
    ];
    expect([live.status, live.body]).toEqual([200, { status: 'up' }]);
    expect(ready.status).toBe(200);
    expect(ready.body).toEqual({ status: 'up', checks: { database: 'up', server: 'up', clock: 'right' } });
  });

  it('/health/ready answers 503 while the database is read-only, as after half a failover (row 35)', async () => {
    const own = await startApp();
    try {
      await rows(own, 'SET default_transaction_read_only = on');
      const { status, body } = await send(own, 'GET', '/health/ready');
      expect([status, body]).toEqual([
        503,
        { status: 'down', checks: { database: 'read-only', server: 'up', clock: 'right' } },
      ]);
      await rows(own, 'SET default_transaction_read_only = off');
      expect((await send(own, 'GET', '/health/ready')).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it('sysversion returns the version without authentication; accping is true (NOAUTHENT)', async () => {
    const version = await send(server, 'GET', '/api/sys/version');
    expect(version.body.a01.r.r).toMatch(/^\d+\.\d+\.\d+/);
    expect((await send(server, 'GET', '/api/acc/ping')).body).toEqual({
      a01: { r: { r: 'true' }, cn: 'accping' },
    });
    expect((await loggedAccount(server, {})).status).toBe(401);
  });
});
