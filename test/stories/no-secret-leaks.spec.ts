import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { OwnTokens } from '../../src/oauth/tokens/own-tokens.js';
import { AccountInformationService } from '../../src/identity/accounts/account-information.service.js';
import { basic, bearer, call, loggedAccount, post, refresh, send, tokensFor } from '../support/a01.js';
import { rows } from '../support/database-rows.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import { LegacyClient, sessionIdOf } from '../support/legacy-client.js';
import { macHeader } from '../support/mac-signer.js';
import { startApp, type TestServer } from '../support/start-app.js';

const PASSWORD_CALL = '/api/log2/generateaccesstokenbypassword';

describe('secrets only leave the server to their owner (D8, D11, D45)', () => {
  let server: TestServer;
  const used = new Set<string>();
  beforeAll(async () => {
    server = await startApp({ METRICS_TOKEN: secret('metrics') });
  });
  afterAll(() => {
    jest.restoreAllMocks();
    return server.close();
  });

  /** A value that must not appear in the log. */
  function secret(what: string): string {
    const text = `leaky-${what}-${'s'.repeat(12)}`;
    used.add(text);
    return text;
  }
  const note = (...texts: (string | undefined)[]): void => {
    for (const text of texts) if (text) used.add(text);
  };

  function expectNoLeak(): void {
    const whole = server.log.join('\n');
    expect(server.log.length).toBeGreaterThan(10);
    const leaked = [...used].filter(
      (text) => whole.includes(text) || whole.includes(encodeURIComponent(text)),
    );
    expect(leaked).toEqual([]);
  }

  it('requests of all kinds, including failing ones, leave none of their secrets in the log (D45)', async () => {
    note(ANNA.password, BEN.password, ...Object.values(CLIENTS).map((client) => client.secret ?? undefined));
    const form = { identifier: ANNA.email, password: ANNA.password, tokentype: 'Mac', deviceId: 'd' };
    const { id: client_id, secret: client_secret } = CLIENTS.app;

    // In the query, the form, JSON, multipart, the header; the tokens that come back.
    const multipart = new FormData();
    for (const [name, value] of Object.entries({ ...form, client_id, client_secret }))
      multipart.set(name, value);
    const answers = [
      await call(server, 'log2generateaccesstokenbypassword', { ...form, client_id, client_secret }),
      await post(server, PASSWORD_CALL, { ...form, client_id, client_secret }),
      await send(
        server,
        'POST',
        PASSWORD_CALL,
        { 'Content-Type': 'application/json', ...basic(CLIENTS.app) },
        JSON.stringify(form),
      ),
      await send(server, 'POST', PASSWORD_CALL, {}, multipart),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      note(body.access_token, body.refresh_token, body.mac_key);
    }
    const [{ body: mac }] = answers;
    const url = `${server.url}/api/acc/getloggedaccount`;
    const signed = macHeader({ id: mac.access_token, key: mac.mac_key, url, ts: server.clock.seconds });
    note(signed.Authorization, /mac="([^"]+)"/.exec(signed.Authorization)?.[1]);
    await loggedAccount(server, signed);
    await loggedAccount(server, signed);
    const next = (await refresh(server, mac.refresh_token)).body;
    note(next.access_token, next.refresh_token, next.mac_key);
    await send(server, 'POST', `/revoke?token=${next.refresh_token}`, basic(CLIENTS.app));

    // A session.
    const client = new LegacyClient(server);
    await client.signIn(ANNA);
    note(client.cookie ?? undefined, sessionIdOf(client.cookie as string));
    await client.account();
    await client.signOut();

    // Whatever fails.
    const wrong = secret('wrong-password');
    await client.signIn({ ...ANNA, password: wrong });
    await call(server, 'log2in', { identifier: ANNA.email, password: secret('query-password') });
    await send(server, 'GET', `/api/no/such?password=${secret('unknown-call')}`);
    await send(server, 'GET', `/api?a01call=${secret('call-name')}`);
    await send(server, 'GET', `/no/such/page?token=${secret('unknown-page')}`, {
      Accept: 'application/json',
    });
    await send(server, 'DELETE', `/token?refresh_token=${secret('method')}`);
    await loggedAccount(server, bearer(secret('bearer')));
    await loggedAccount(server, { Authorization: `Bearer ${secret('bad bearer')}` });
    await loggedAccount(server, { Authorization: `Digest ${secret('scheme')}` });
    await loggedAccount(server, {
      Authorization: `MAC id="${secret('mac-id')}", ts="x", nonce="n", mac="m"`,
    });
    await loggedAccount(server, { Cookie: `JSESSIONID=${secret('cookie')}` });
    await post(server, '/token', { grant_type: secret('grant') }, basic(CLIENTS.app));
    await post(server, '/token', {}, basic({ id: secret('client-id'), secret: secret('client-secret') }));
    await refresh(server, secret('refresh'));
    await post(
      server,
      `${PASSWORD_CALL}?password=${secret('one')}`,
      { password: secret('two') },
      basic(CLIENTS.app),
    );
    await send(
      server,
      'POST',
      PASSWORD_CALL,
      { 'Content-Type': 'application/json' },
      `{"password":"${secret('json')}`,
    );
    await post(server, PASSWORD_CALL, { ...form, deviceId: 'x'.repeat(300) }, basic(CLIENTS.app));
    await fetch(`${server.url}/metrics`, { headers: bearer(secret('metrics')) });
    expectNoLeak();
  });

  it('an unexpected error answers 500 with a request id that is in the log, and no stack (D11)', async () => {
    const { access_token } = await tokensFor(server, BEN);
    note(access_token);
    const information = server.get(AccountInformationService);
    const fault = new Error('the cause, for the log only');
    const broken = jest.spyOn(information, 'findOwn').mockRejectedValueOnce(fault);
    const { status, headers, body } = await loggedAccount(server, bearer(access_token));
    broken.mockRestore();
    expect(status).toBe(500);
    const id = headers.get('x-request-id') as string;
    expect(body).toEqual({
      a01: {
        ex: {
          name: 'AFizApiUnattendedException',
          type: 'Ex',
          value: '21',
          message: `Something unforeseen happened. Give the operator the request id ${id}.`,
        },
        cn: 'accgetloggedaccount',
      },
    });
    const lines = server.log.filter((line) => line.includes(id));
    expect(lines.some((line) => line.includes('the cause, for the log only'))).toBe(true);
    expect(lines.some((line) => line.includes('"status":500'))).toBe(true);
    expectNoLeak();
  });

  it('POST /token does so in the form of RFC 6749: server_error (D12)', async () => {
    const broken = jest.spyOn(server.get(OwnTokens), 'issue').mockRejectedValueOnce(new TypeError('oh'));
    const answer = await post(server, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.app));
    broken.mockRestore();
    expect(answer.status).toBe(500);
    expect(Object.keys(answer.body).sort()).toEqual(['error', 'error_description']);
    expect(answer.body.error).toBe('server_error');
    expect(answer.body.error_description).toContain(answer.headers.get('x-request-id'));
  });

  it.each([
    ['token_grant', 'Mac'],
    ['audit_event', 'Bearer'],
    ['account', 'Bearer'],
  ] as const)(
    'with the table %s gone, neither answer nor log contains SQL parameters, hashes or secrets (D8, D11)',
    async (table, tokentype) => {
      await rows(server, `ALTER TABLE ${table} RENAME TO gone`);
      const hidden = { identifier: secret(`login-${table}`), password: secret(`password-${table}`) };
      const form = { identifier: BEN.email, password: BEN.password, tokentype, deviceId: 'd' };
      const texts: string[] = [];
      for (const parameters of [form, { ...form, ...hidden }]) {
        const { status, body } = await post(server, PASSWORD_CALL, parameters, basic(CLIENTS.app));
        if (parameters === form) expect(status).toBe(500);
        texts.push(JSON.stringify(body));
      }
      await rows(server, `ALTER TABLE gone RENAME TO ${table}`);
      for (const text of texts) expect(text).not.toMatch(/SELECT|INSERT|UPDATE|relation|\.ts|\.js|at /);
      const log = server.log.join('\n');
      expect(log).toMatch(/relation \\"\w+\\" does not exist/);
      expect(log).not.toMatch(/\$2[aby]\$\d\d\$/);
      expectNoLeak();
      expect((await post(server, PASSWORD_CALL, form, basic(CLIENTS.app))).status).toBe(200);
    },
  );
});
