import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer, loggedAccount, post, refresh, send, tokensFor, type Body } from '../support/a01.js';
import { count } from '../support/database-rows.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import { startApp, type TestServer } from '../support/start-app.js';

describe('client ends tokens it does not need any more (RFC 7009)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  const revoke = (form: Record<string, string>, headers: Record<string, string> = basic(CLIENTS.app)) =>
    post(server, '/revoke', form, headers);
  const statusOf = async ({ access_token }: Body) =>
    (await loggedAccount(server, bearer(access_token))).status;

  it('an access token ends at once, without its refresh token (§2.1)', async () => {
    const tokens = await tokensFor(server, ANNA);
    expect(await statusOf(tokens)).toBe(200);
    const { status, body, headers } = await revoke({ token: tokens.access_token });
    expect(status).toBe(200);
    expect(body).toEqual({});
    expect(headers.get('cache-control')).toBe('no-store');
    const refused = await loggedAccount(server, bearer(tokens.access_token));
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
    expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
  });

  it('a refresh token ends with its whole grant, and that is audited (§2.1)', async () => {
    const tokens = await tokensFor(server, ANNA);
    const next = (await refresh(server, tokens.refresh_token)).body;
    const other = await tokensFor(server, ANNA);
    const before = await count(
      server,
      'audit_event',
      `action = 'token.revoked' AND client_id = 'family-app'`,
    );
    expect((await revoke({ token: next.refresh_token })).status).toBe(200);
    expect([await statusOf(tokens), await statusOf(next)]).toEqual([401, 401]);
    for (const { refresh_token } of [tokens, next])
      expect((await refresh(server, refresh_token)).body.error).toBe('invalid_grant');
    expect(await statusOf(other)).toBe(200);
    expect(await count(server, 'audit_event', `action = 'token.revoked' AND client_id = 'family-app'`)).toBe(
      before + 1,
    );
  });

  it('a refresh token that was spent by a refresh ends its grant too: the client meant this sign-in', async () => {
    const tokens = await tokensFor(server, ANNA);
    const next = (await refresh(server, tokens.refresh_token)).body;
    await revoke({ token: tokens.refresh_token });
    expect(await statusOf(next)).toBe(401);
    expect((await refresh(server, next.refresh_token)).body.error).toBe('invalid_grant');
  });

  it.each([
    ['access_token', 'access_token'],
    ['refresh_token', 'access_token'],
    ['access_token', 'refresh_token'],
    ['access_token', 'unheard_of'],
  ] as const)('an %s is found with any hint: %s (§2.1)', async (kind, hint) => {
    const tokens = await tokensFor(server, ANNA);
    expect((await revoke({ token: tokens[kind], token_type_hint: hint })).status).toBe(200);
    expect(await statusOf(tokens)).toBe(401);
  });

  it.each([
    ['unknown', 'x'.repeat(43)],
    ['nonsense', '%%% not a token %%%'],
  ])('an %s token is accepted: 200 (§2.2)', async (_what, token) => {
    expect((await revoke({ token })).status).toBe(200);
  });

  it('a token may be revoked twice, or after it expired: 200 (§2.2)', async () => {
    const { access_token, refresh_token } = await tokensFor(server, ANNA);
    for (const token of [access_token, access_token, refresh_token, refresh_token])
      expect((await revoke({ token })).status).toBe(200);
    const expired = await tokensFor(server, ANNA);
    server.clock.advance({ days: 1 });
    expect((await revoke({ token: expired.access_token })).status).toBe(200);
  });

  it.each(['access_token', 'refresh_token'] as const)(
    "another client's %s is refused and stays valid (§2.1)",
    async (kind) => {
      const tokens = await tokensFor(server, ANNA);
      const { status, body } = await revoke({ token: tokens[kind] }, basic(CLIENTS.imported));
      expect(status).toBe(400);
      expect(body.error).toBe('invalid_grant');
      expect(await statusOf(tokens)).toBe(200);
      expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
    },
  );

  it('client credentials may be in the body (D62), and a wrong secret is 401 invalid_client', async () => {
    const tokens = await tokensFor(server, ANNA);
    const { id: client_id, secret: client_secret } = CLIENTS.app;
    const wrong = await revoke({ token: tokens.access_token, client_id, client_secret: 'wrong-one' }, {});
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
    expect(wrong.headers.get('www-authenticate')).toBe('Basic realm="Hearth", charset="UTF-8"');
    expect(await statusOf(tokens)).toBe(200);
    expect((await revoke({ token: tokens.access_token, client_id, client_secret }, {})).status).toBe(200);
    expect(await statusOf(tokens)).toBe(401);
  });

  it('without client authentication it is 401 invalid_client, without token 400 invalid_request', async () => {
    const { access_token: token } = await tokensFor(server, ANNA);
    const stranger = await revoke({ token }, {});
    expect([stranger.status, stranger.body.error]).toEqual([401, 'invalid_client']);
    const byToken = await revoke({ token }, bearer(token));
    expect([byToken.status, byToken.body.error]).toEqual([401, 'invalid_client']);
    const without = await revoke({});
    expect([without.status, without.body.error]).toEqual([400, 'invalid_request']);
  });

  it('GET is refused: 405 with Allow', async () => {
    const answer = await send(server, 'GET', '/revoke?token=x', basic(CLIENTS.app));
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it("ends a client's own token too (client_credentials)", async () => {
    const partner = basic(CLIENTS.provisioning);
    const { body } = await post(server, '/token', { grant_type: 'client_credentials' }, partner);
    expect(body.refresh_token).toBeUndefined();
    const use = async () => (await post(server, '/api/acc/ping', {}, bearer(body.access_token))).status;
    expect(await use()).toBe(200);
    await revoke({ token: body.access_token }, partner);
    expect(await use()).toBe(401);
  });

  it.each([CLIENTS.app, CLIENTS.keeper])(
    'a revoke concurrent with a refresh leaves nothing of the grant that works (D71): client %j',
    async (client) => {
      for (let round = 0; round < 30; round++) {
        const tokens = await tokensFor(server, BEN, 'Bearer', client);
        expect(await statusOf(tokens)).toBe(200);
        const revoking = () => revoke({ token: tokens.refresh_token }, basic(client));
        const refreshing = () => refresh(server, tokens.refresh_token, client);
        const order = round % 2 === 0 ? [revoking, refreshing] : [refreshing, revoking];
        const [one, two] = await Promise.all(order.map((send) => send()));
        const [revoked, renewed] = round % 2 === 0 ? [one, two] : [two, one];
        expect(revoked.status).toBe(200);
        expect([200, 400]).toContain(renewed.status);
        expect(await statusOf(tokens)).toBe(401);
        expect((await refresh(server, tokens.refresh_token, client)).body.error).toBe('invalid_grant');
        if (renewed.status !== 200) continue;
        expect(await statusOf(renewed.body)).toBe(401);
        expect((await refresh(server, renewed.body.refresh_token, client)).body.error).toBe('invalid_grant');
      }
    },
  );
});
