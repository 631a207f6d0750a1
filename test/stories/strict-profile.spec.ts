import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  basic,
  bearer,
  call,
  loggedAccount,
  post,
  refresh,
  send,
  tokensFor,
  type Answer,
} from '../support/a01.js';
import { clientRowId, outdate, rows } from '../support/database-rows.js';
import { eventually } from '../support/eventually.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { from, request } from '../support/http.js';
import { macHeader } from '../support/mac-signer.js';
import { startApp, type TestServer } from '../support/start-app.js';

type Client = { id: string; secret: string };

const byPassword = {
  identifier: ANNA.email,
  password: ANNA.password,
  tokentype: 'Mac',
  deviceId: 'd',
};
const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();
const PASSWORD_CALL = '/api/log2/generateaccesstokenbypassword';

/**
 * The requests that D68 refuses a strict client, as far as they exist; an interface client's equal request works.
 */
const USES: [
  what: string,
  feature: string,
  message: string,
  use: (server: TestServer, client: Client) => Promise<Pick<Answer, 'status' | 'body'>>,
][] = [
  [
    'its own secret in the query string of a call',
    'secret-in-query',
    'Send secrets and codes in the body or the Authorization header, not in the query string.',
    (server, { id, secret }) =>
      post(server, `${PASSWORD_CALL}?${query({ client_id: id, client_secret: secret })}`, byPassword),
  ],
  [
    "a user's password in the query string of a POST",
    'secret-in-query',
    'Send secrets and codes in the body or the Authorization header, not in the query string.',
    (server, client) => post(server, `${PASSWORD_CALL}?${query(byPassword)}`, {}, basic(client)),
  ],
  [
    'a secret both in the query string and in the body',
    'secret-in-query',
    'Send secrets and codes in the body or the Authorization header, not in the query string.',
    (server, client) =>
      post(server, `${PASSWORD_CALL}?${query({ password: ANNA.password })}`, byPassword, basic(client)),
  ],
  [
    'a refresh token in the query string of POST /token',
    'secret-in-query',
    'Send secrets and codes in the body or the Authorization header, not in the query string.',
    async (server, client) => {
      const { refresh_token } = await tokensFor(server, ANNA, 'Bearer', client);
      return post(
        server,
        `/token?${query({ grant_type: 'refresh_token', refresh_token })}`,
        {},
        basic(client),
      );
    },
  ],
  [
    'a token in the query string of POST /revoke',
    'secret-in-query',
    'Send secrets and codes in the body or the Authorization header, not in the query string.',
    (server, client) => post(server, `/revoke?${query({ token: 'x'.repeat(43) })}`, {}, basic(client)),
  ],
  [
    'a call that issues tokens by GET',
    'write-by-get',
    'Use POST for a call that changes state or issues a token.',
    (server, client) => call(server, 'log2generateaccesstokenbypassword', byPassword, basic(client)),
  ],
  [
    'log2in by GET',
    'write-by-get',
    'Use POST for a call that changes state or issues a token.',
    (server, client) =>
      send(server, 'GET', `/api/log2/in?${query({ identifier: ANNA.email, password: ANNA.password })}`, {
        ...basic(client),
      }),
  ],
  [
    'MAC over plain HTTP',
    'mac-over-http',
    'Use MAC tokens over HTTPS only.',
    async (server, client) => {
      const { access_token, mac_key, mac_algorithm } = await tokensFor(server, ANNA, 'Mac', client);
      const path = '/api/acc/getloggedaccount';
      const algorithm = mac_algorithm === 'hmac-sha-256' ? 'sha256' : 'sha1';
      const url = `${server.url}${path}`;
      const ts = server.clock.seconds;
      const signed = macHeader({ id: access_token, key: mac_key, url, ts, algorithm });
      return request(server, { path, headers: { ...signed, ...from('203.0.113.4', 'http') } });
    },
  ],
];

describe('a strict client is refused legacy features, which are counted for other clients (D68)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => server.close());

  async function uses(feature: string, client: string): Promise<number> {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const line = text
      .split('\n')
      .find((row) => row.startsWith(`hearth_legacy_uses_total{client="${client}",feature="${feature}"}`));
    return Number(line?.split(' ').at(-1) ?? 0);
  }

  // I4.1-24, I4.1-25
  it.each(USES)('%s: refused', async (_what, _feature, message, use) => {
    const { status, body } = await use(server, CLIENTS.strict);
    expect(status).toBe(400);
    if (body.a01)
      expect(body.a01.ex).toEqual({
        name: 'FizApiStrictProfileException',
        type: 'Un',
        value: '400',
        message,
      });
    else expect(body).toEqual({ error: 'invalid_request', error_description: message });
  });

  it.each(USES)('%s: works for an interface client, counted in /metrics', async (_what, feature, _m, use) => {
    const before = await uses(feature, CLIENTS.app.id);
    expect((await use(server, CLIENTS.app)).status).toBe(200);
    expect(await uses(feature, CLIENTS.app.id)).toBe(before + 1);
  });

  it('each such use of an interface client is dated in legacy_use', async () => {
    server.clock.advance({ minutes: 1 });
    for (const [, , , use] of USES) expect((await use(server, CLIENTS.app)).status).toBe(200);
    const id = await clientRowId(server, CLIENTS.app.id);
    const sql = 'SELECT feature FROM legacy_use WHERE client_id = $1 AND last_used_at = $2 ORDER BY feature';
    const features = [...new Set(USES.map(([, feature]) => feature))].sort();
    await eventually(async () => {
      const found = await rows<{ feature: string }>(server, sql, [id, server.clock.now()]);
      const names = found.map(({ feature }) => feature);
      return features.every((feature) => names.includes(feature)) ? names : null;
    });
  });

  it('the recommended way works: secrets in body and header, by POST, over HTTPS', async () => {
    const tokens = await tokensFor(server, ANNA, 'Bearer', CLIENTS.strict);
    expect((await refresh(server, tokens.refresh_token, CLIENTS.strict)).status).toBe(200);
    expect((await loggedAccount(server, bearer(tokens.access_token))).status).toBe(200); // GET changes nothing
    const { id, secret } = CLIENTS.strict;
    const inBody = await post(server, PASSWORD_CALL, { ...byPassword, client_id: id, client_secret: secret });
    expect(inBody.status).toBe(200);
    expect(await uses('secret-in-query', id)).toBe(0);
    expect(await uses('write-by-get', id)).toBe(0);
  });

  it('password exchange is refused unless it is privileged', async () => {
    await switchTo('strict', CLIENTS.thirdParty.id);
    const { status, body } = await post(server, PASSWORD_CALL, byPassword, basic(CLIENTS.thirdParty));
    expect(status).toBe(509);
    expect(body.a01.ex.name).toBe('FizApiKeyInsufficientRightsException');
  });

  it('keeping the refresh token is counted for the client that may: unrotated-refresh', async () => {
    const { refresh_token } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.keeper);
    const before = await uses('unrotated-refresh', CLIENTS.keeper.id);
    await refresh(server, refresh_token, CLIENTS.keeper);
    expect(await uses('unrotated-refresh', CLIENTS.keeper.id)).toBe(before + 1);
  });

  it('hmac-sha-1 of a token issued before it was strict is refused, and counted before', async () => {
    const { access_token: id, mac_key: key } = await tokensFor(server, ANNA, 'Mac', CLIENTS.imported);
    const url = `${server.url}/api/acc/getloggedaccount`;
    const use = () => loggedAccount(server, macHeader({ id, key, url, ts: server.clock.seconds }));
    expect((await use()).status).toBe(200);
    expect(await uses('hmac-sha-1', CLIENTS.imported.id)).toBe(1);
    await switchTo('strict', CLIENTS.imported.id);
    const { status, body } = await use();
    expect(status).toBe(400);
    expect(body.a01.ex.message).toBe(
      'This token uses hmac-sha-1. Get a new one, which will use hmac-sha-256.',
    );
  });

  it('a refresh token issued before it was strict is refused after 90 days unused', async () => {
    const { refresh_token } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.keeper);
    await switchTo('strict', CLIENTS.keeper.id);
    server.clock.advance({ days: 91 });
    expect((await refresh(server, refresh_token, CLIENTS.keeper)).body.error).toBe('invalid_grant');
  });

  async function switchTo(profile: 'strict', clientId: string): Promise<void> {
    const id = await clientRowId(server, clientId);
    await rows(server, 'UPDATE client SET profile = $2 WHERE id = $1 RETURNING 1', [id, profile]);
    await outdate(server, `client:${id}`);
  }
});
