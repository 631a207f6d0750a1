import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../src/identity/accounts/account.service.js';
import {
  basic,
  bearer,
  loggedAccount,
  post,
  refresh,
  send,
  tokensFor,
  type Body,
  wrongBearer,
} from '../support/a01.js';
import { accountId, count, rows } from '../support/database-rows.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import { startApp, type TestServer } from '../support/start-app.js';

const INVALID_GRANT = {
  error: 'invalid_grant',
  error_description: 'The grant is unknown, expired, already used, revoked, or belongs to another client.',
};

describe('client refreshes its tokens (§3.2, §4.2 POST /token, D49)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  const statusOf = async ({ access_token }: Body) =>
    (await loggedAccount(server, bearer(access_token))).status;

  // I4.2-29
  it('answers a new access and a new refresh token of the same type, as §2.4 has it', async () => {
    const old = await tokensFor(server, ANNA);
    const { status, headers, body } = await refresh(server, old.refresh_token);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json;charset=UTF-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type']);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(body.access_token).not.toBe(old.access_token);
    expect(body.refresh_token).not.toBe(old.refresh_token);
    expect(await statusOf(body)).toBe(200);
  });

  it('answers a mac token for a mac token, with a key of its own (D49)', async () => {
    const old = await tokensFor(server, ANNA, 'Mac');
    const { body } = await refresh(server, old.refresh_token);
    expect(body).toMatchObject({ token_type: 'mac', expires_in: 259200, mac_algorithm: 'hmac-sha-1' });
    expect(body.mac_key).not.toBe(old.mac_key);
  });

  // I3.2-10
  it('exchanges an expired token for a valid one: the refresh token stays valid (§3.2)', async () => {
    const old = await tokensFor(server, ANNA);
    server.clock.advance({ days: 400 });
    expect(await statusOf(old)).toBe(401);
    const { body } = await refresh(server, old.refresh_token);
    expect(await statusOf(body)).toBe(200);
  });

  // I3.2-16
  it('answers a spent token within 60 s with its successor again, byte for byte (D49)', async () => {
    const { refresh_token: old } = await tokensFor(server, ANNA, 'Mac');
    const first = (await refresh(server, old)).body;
    expect((await refresh(server, old)).body).toEqual(first);
    server.clock.advance({ seconds: 60 });
    const late = await refresh(server, old);
    expect(late.status).toBe(200);
    expect(late.body).toEqual({ ...first, expires_in: 259200 - 60 });
  });

  // I3.2-16
  it('treats a token that returns after 60 s as stolen: the grant is ended and audited (D49)', async () => {
    const old = await tokensFor(server, ANNA);
    const next = (await refresh(server, old.refresh_token)).body;
    const last = (await refresh(server, next.refresh_token)).body;
    expect(await statusOf(last)).toBe(200);
    server.clock.advance({ seconds: 61 });
    const before = await count(server, 'audit_event', `action = 'token.reused'`);

    const reused = await refresh(server, old.refresh_token);
    expect(reused.status).toBe(400);
    expect(reused.body).toEqual(INVALID_GRANT);
    for (const { access_token } of [old, next, last]) {
      const { status, headers } = await loggedAccount(server, bearer(access_token));
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe(
        wrongBearer(server, 'The access token is unknown or was revoked'),
      );
    }
    for (const { refresh_token } of [old, next, last])
      expect((await refresh(server, refresh_token)).body).toEqual(INVALID_GRANT);

    const events = await rows<{ client_id: string; outcome: string; target: string }>(
      server,
      `SELECT client_id, outcome, target FROM audit_event WHERE action = 'token.reused' ORDER BY id`,
    );
    expect(events).toHaveLength(before + 1);
    expect(events[before]).toMatchObject({ client_id: 'family-app', outcome: 'refused' });
    expect(events[before].target).toMatch(/^grant:\d+$/);
  });

  it.each(['Bearer', 'Mac'] as const)(
    'gives 50 parallel refreshes of one %s token one common successor (D49, D71)',
    async (type) => {
      const { refresh_token: old } = await tokensFor(server, BEN, type);
      const before = await generations();
      const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(server, old)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
      for (const { body } of answers) expect(body).toEqual(answers[0].body);
      expect(await generations()).toBe(before + 1);

      const chain = await Promise.all(
        Array.from({ length: 50 }, () => refresh(server, answers[0].body.refresh_token)),
      );
      expect(new Set(chain.map(({ body }) => body.refresh_token)).size).toBe(1);
      expect(await generations()).toBe(before + 2);
    },
  );

  /** How many refresh tokens were spent so far. */
  async function generations(): Promise<number> {
    const [{ spent }] = await rows<{ spent: number }>(
      server,
      'SELECT sum(generation)::int AS spent FROM token_grant',
    );
    return spent;
  }

  // I4.2-26
  it('refuses a wrong Basic secret with 401 invalid_client and does not spend the token (§4.2)', async () => {
    const { refresh_token: token } = await tokensFor(server, ANNA);
    const before = await generations();
    const { status, headers, body } = await refresh(server, token, { ...CLIENTS.app, secret: 'wrong-one' });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Basic realm="Hearth", charset="UTF-8"');
    expect(body.error).toBe('invalid_client');
    expect(await generations()).toBe(before);
    expect((await refresh(server, token)).status).toBe(200);
  });

  // I4.2-26
  it('refuses a request without client credentials with 401 invalid_client (§4.2)', async () => {
    const { refresh_token } = await tokensFor(server, ANNA);
    const answer = await post(server, '/token', { grant_type: 'refresh_token', refresh_token });
    expect(answer.status).toBe(401);
    expect(answer.body.error).toBe('invalid_client');
  });

  // I4.2-32
  it("refuses another client's token and leaves it valid (D49)", async () => {
    const tokens = await tokensFor(server, ANNA);
    const foreign = await refresh(server, tokens.refresh_token, CLIENTS.imported);
    expect(foreign.status).toBe(400);
    expect(foreign.body).toEqual(INVALID_GRANT);
    expect(await statusOf(tokens)).toBe(200);
    const next = await refresh(server, tokens.refresh_token);
    expect(next.status).toBe(200);
    server.clock.advance({ seconds: 61 });
    // Spent by now: presented by a stranger it still does not count as theft by the owner.
    expect((await refresh(server, tokens.refresh_token, CLIENTS.imported)).body).toEqual(INVALID_GRANT);
    expect((await refresh(server, next.body.refresh_token)).status).toBe(200);
  });

  it('refuses a token after five years unused (D48), and accepts it one second before', async () => {
    const one = await tokensFor(server, ANNA);
    const two = await tokensFor(server, ANNA);
    server.clock.advance({ days: 5 * 365, seconds: -1 });
    expect((await refresh(server, one.refresh_token)).status).toBe(200);
    server.clock.advance({ seconds: 1 });
    expect((await refresh(server, two.refresh_token)).body).toEqual(INVALID_GRANT);
  });

  // I4.2-30, I4.2-31
  it.each([
    ['an unknown token', { refresh_token: 'x'.repeat(43) }, 400, 'invalid_grant'],
    ['no token', {}, 400, 'invalid_request'],
    ['an empty token', { refresh_token: '' }, 400, 'invalid_request'],
    ['another grant type', { grant_type: 'telepathy' }, 400, 'unsupported_grant_type'],
  ])('refuses %s as RFC 6749 §5.2 says (D12)', async (_what, form, status, error) => {
    const answer = await post(server, '/token', { grant_type: 'refresh_token', ...form }, basic(CLIENTS.app));
    expect(answer.status).toBe(status);
    expect(answer.body.error).toBe(error);
  });

  // I4.2-34
  it('refuses a refresh by GET: 405 with Allow (§4.2, D2)', async () => {
    const answer = await send(server, 'GET', '/token?grant_type=refresh_token', basic(CLIENTS.app));
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('refuses an access token instead of a refresh token', async () => {
    const { access_token } = await tokensFor(server, ANNA);
    expect((await refresh(server, access_token)).body).toEqual(INVALID_GRANT);
  });

  it('refuses a token whose account was disabled, also after it was enabled again (D24)', async () => {
    const tokens = await tokensFor(server, BEN);
    const id = await accountId(server, BEN.email);
    await server.get(AccountService).disable(id);
    expect((await refresh(server, tokens.refresh_token)).body).toEqual(INVALID_GRANT);
    await server.get(AccountService).enable(id);
    expect((await refresh(server, tokens.refresh_token)).body).toEqual(INVALID_GRANT);
  });
});

describe('server that has just started (D49)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  it('refreshes MAC and Bearer tokens of one client at once, each with its type', async () => {
    const types = Array.from({ length: 12 }, (_, i) =>
      i % 2 === 0 ? ('Mac' as const) : ('Bearer' as const),
    );
    const old = await Promise.all(types.map((type) => tokensFor(server, ANNA, type)));
    const renewed = await Promise.all(old.map(({ refresh_token }) => refresh(server, refresh_token)));
    expect(renewed.map(({ body }) => body.token_type)).toEqual(old.map(({ token_type }) => token_type));
    expect(renewed.map(({ body }) => typeof body.mac_key)).toEqual(old.map(({ mac_key }) => typeof mac_key));
    const repeated = await Promise.all(old.map(({ refresh_token }) => refresh(server, refresh_token)));
    expect(repeated.map(({ body }) => body)).toEqual(renewed.map(({ body }) => body));
  });
});
