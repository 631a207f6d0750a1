import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scopeBits } from '../../../src/oauth/tokens/format/scope-bits.js';
import { TokenInspection } from '../../../src/oauth/tokens/token-inspection.js';
import { TokenLookup } from '../../../src/oauth/tokens/token-lookup.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { readAccessToken } from '../../../src/oauth/tokens/format/access-token.js';
import { basic, bearer, loggedAccount, post, refresh, tokensFor, tokenStatus } from '../../support/a01.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { clientRowId, count, outdate, rows } from '../../support/database-rows.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { macHeader } from '../../support/mac-signer.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { keysOf, partsOf, reminted } from '../../support/token-forge.js';

const OF_APP = `account_id IS NULL AND client_id = (SELECT id FROM client WHERE client_id = '${CLIENTS.app.id}')`;
const EXPIRED = 'Bearer error="invalid_token", error_description="The access token expired"';

describe('access tokens without a stored row (D46, D205)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  const challengeTo = async (token: string) =>
    (await loggedAccount(server, bearer(token))).headers.get('www-authenticate');
  const setProfile = async (profile: string) => {
    await rows(server, 'UPDATE client SET profile = $1 WHERE client_id = $2', [profile, CLIENTS.app.id]);
    await outdate(server, `client:${await clientRowId(server, CLIENTS.app.id)}`);
  };
  const revoke = (token: string) => post(server, '/revoke', { token }, basic(CLIENTS.app));

  it('an expired one is reported as expired even after its grant was revoked, and its row deleted (§3.2, D76)', async () => {
    const tokens = await tokensFor(server, ANNA);
    server.clock.advance({ seconds: 3600 });
    expect(await challengeTo(tokens.access_token)).toContain(EXPIRED);
    await revoke(tokens.refresh_token);
    expect(await challengeTo(tokens.access_token)).toContain(EXPIRED);
    server.clock.advance({ days: 3 });
    await server.get(CleanUp).run();
    expect(await count(server, 'token_grant', `id = ${partsOf(server, tokens.refresh_token).grantId}`)).toBe(
      0,
    );
    expect(await challengeTo(tokens.access_token)).toContain(EXPIRED);
    expect((await refresh(server, tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('one that was revoked by itself stays revoked, half a minute before its end, at it and after it', async () => {
    const { access_token: token, refresh_token } = await tokensFor(server, ANNA);
    await revoke(token);
    expect(await tokenStatus(server, token)).toBe(401);
    server.clock.advance({ seconds: 3570 });
    await server.get(CleanUp).run();
    expect(await challengeTo(token)).toContain('unknown or was revoked');
    server.clock.advance({ seconds: 60 });
    await server.get(CleanUp).run();
    expect(await challengeTo(token)).toContain(EXPIRED);
    expect(await count(server, 'ended_token')).toBe(1); // a node with a slow clock still looks it up
    server.clock.advance({ minutes: 10 });
    await server.get(CleanUp).run();
    expect(await count(server, 'ended_token')).toBe(0);
    expect((await refresh(server, refresh_token)).status).toBe(200);
  });

  it('other spellings are no token anywhere: not to call with, not to revoke, not for a second MAC request', async () => {
    const url = `${server.url}/api/acc/getloggedaccount`;
    const mac = await tokensFor(server, ANNA, 'Mac');
    const plain = mac.access_token;
    const others = [
      `${plain}=`,
      `${plain}==`,
      plain.replaceAll('-', '+').replaceAll('_', '/'),
      `${plain.slice(0, 5)}.${plain.slice(5)}`,
      `${plain}A`,
      `${plain}%0A`,
    ];
    const signed = (id: string) =>
      macHeader({ id, key: mac.mac_key, url, ts: server.clock.seconds, nonce: 'the same' });
    expect((await loggedAccount(server, signed(plain))).status).toBe(200);
    expect((await loggedAccount(server, signed(plain))).status).toBe(401); // seen before
    for (const other of others.filter((each) => each !== plain)) {
      expect((await loggedAccount(server, signed(other))).status).not.toBe(200);
      await revoke(other);
    }
    const again = macHeader({ id: plain, key: mac.mac_key, url, ts: server.clock.seconds, nonce: 'another' });
    expect((await loggedAccount(server, again)).status).toBe(200);
  });

  it('a MAC token of an interface client that becomes strict is still recognized by its own algorithm, with advice (D50, D68)', async () => {
    const url = `${server.url}/api/acc/getloggedaccount`;
    const mac = await tokensFor(server, ANNA, 'Mac');
    await setProfile('strict');
    try {
      const signed = macHeader({ id: mac.access_token, key: mac.mac_key, url, ts: server.clock.seconds });
      const refused = await loggedAccount(server, signed);
      expect([refused.status, refused.body.a01.ex.message]).toEqual([
        400,
        expect.stringContaining('Get a new one'),
      ]);
      const { body } = await refresh(server, mac.refresh_token);
      expect(body).toMatchObject({ token_type: 'mac', mac_algorithm: 'hmac-sha-256' });
    } finally {
      await setProfile('interface');
    }
  });

  it('a refresh token beyond the limits of a client that became strict is active for nobody (D68)', async () => {
    const { refresh_token: token } = await tokensFor(server, ANNA);
    const introspect = () => post(server, '/introspect', { token }, basic(CLIENTS.app));
    const state = async () => (await server.get(TokenInspection).inspect(token))?.state;
    server.clock.advance({ days: 91 });
    expect([(await introspect()).body, await state()]).toEqual([
      expect.objectContaining({ active: true }),
      'active',
    ]);
    await setProfile('strict');
    try {
      expect([(await introspect()).body, await state()]).toEqual([{ active: false }, 'expired']);
      expect((await refresh(server, token)).body.error).toBe('invalid_grant');
    } finally {
      await setProfile('interface');
    }
  });

  it('no token outlives its grant, and expires_in says so', async () => {
    const { refresh_token: kept } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.keeper);
    server.clock.advance({ days: 5 * 365, seconds: -100 });
    const { body } = await refresh(server, kept, CLIENTS.keeper);
    expect(body.expires_in).toBe(100);
    expect(await tokenStatus(server, body.access_token)).toBe(200);
    server.clock.advance({ seconds: 100 });
    expect(await tokenStatus(server, body.access_token)).toBe(401);
  });

  it('revoking more than a thousand one by one ends all tokens of the grant so far, and leaves no rows', async () => {
    const { refresh_token: kept } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.keeper);
    const { grantId } = partsOf(server, kept);
    const next = async () => (await refresh(server, kept, CLIENTS.keeper)).body.access_token;
    const [one, other] = [await next(), await next()];
    await rows(
      server,
      `INSERT INTO ended_token (grant_id, issue, scope, expires_at) SELECT $1, n, -1, $2 FROM generate_series(1, 1000) AS n`,
      [grantId, new Date(server.clock.millis() + 60_000)],
    );
    expect(await tokenStatus(server, other)).toBe(200);
    await post(server, '/revoke', { token: one }, basic(CLIENTS.keeper));
    expect([await tokenStatus(server, one), await tokenStatus(server, other)]).toEqual([401, 401]);
    expect(await count(server, 'ended_token', `grant_id = ${grantId}`)).toBe(0);
    server.clock.advance({ seconds: 1 });
    expect(await tokenStatus(server, await next())).toBe(200);
  });

  it("replacing a client's secret ends no token, neither its own nor an account's", async () => {
    const { id, secret } = CLIENTS.imported;
    const own = (client: { id: string; secret: string }) =>
      post(server, '/token', { grant_type: 'client_credentials' }, basic(client));
    const [before, annas] = [
      (await own({ id, secret })).body,
      await tokensFor(server, ANNA, 'Bearer', { id, secret }),
    ];
    const api = await AdminApi.signIn(server, await newAdmin(server));
    const [{ id: first }] = (await api.send('GET', `/clients/${id}`)).body.secrets as { id: string }[];
    const added = await api.send('POST', `/clients/${id}/secrets`, { body: {} });
    expect((await api.send('DELETE', `/clients/${id}/secrets/${first}`)).status).toBe(204);
    expect((await own({ id, secret })).body.error).toBe('invalid_client');
    const now = { id, secret: added.body.secret as string };
    const after = (await own(now)).body;
    for (const { access_token: token } of [before, after])
      expect((await post(server, '/api/acc/ping', {}, bearer(token))).status).toBe(200);
    const grants = [before, after].map((one) => readAccessToken(keysOf(server), one.access_token)?.grantId);
    expect(grants[1]).toBe(grants[0]);
    expect(await tokenStatus(server, annas.access_token)).toBe(200);
    expect((await refresh(server, annas.refresh_token, now)).status).toBe(200);
  });

  it('each is judged separately, though one statement finds concurrent ones', async () => {
    const [one, other] = [await tokensFor(server, ANNA), await tokensFor(server, ANNA)];
    const token = one.access_token;
    const [of, narrow, odd] = [
      (more: Parameters<typeof reminted>[2]) => reminted(server, token, more),
      { scope: scopeBits('openid') },
      { issue: 2 ** 48 - 1 },
    ];
    const [ended, endedOdd] = [of(narrow), of(odd)];
    for (const each of [ended, endedOdd]) await revoke(each);
    await revoke(other.refresh_token);
    const { grantId } = partsOf(server, one.refresh_token);
    const asked = {
      right: token,
      again: token,
      ofAnotherSecret: of({ secret: Buffer.alloc(16) }),
      ended,
      endedOdd,
      odd: of({ issue: 2 ** 48 - 2 }),
      narrowOdd: of({ ...narrow, ...odd }),
      ofAnEndedGrant: other.access_token,
      ofNoGrant: of({ grantId: '9223372036854775807' }),
    };
    const lookup = server.get(TokenLookup);
    for (const withAccount of [false, true]) {
      await outdate(server, `grant:${grantId}`);
      const found = await Promise.all(
        Object.values(asked).map(async (each) => lookup.find(each, withAccount)),
      );
      const names = Object.keys(asked).filter((_name, i) => found[i] !== null);
      expect(names).toEqual(['right', 'again', 'odd', 'narrowOdd']);
      expect(found[0]).toMatchObject({
        account: withAccount ? { fields: expect.arrayContaining(['Anna K.']) } : undefined,
      });
    }
  });

  it("a client's own tokens belong to one grant: one can be revoked by itself, and the grant ends them all", async () => {
    const own = async () =>
      (await post(server, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.app))).body
        .access_token;
    const statusOf = async (token: string) => (await post(server, '/api/acc/ping', {}, bearer(token))).status;
    const tokens = await Promise.all(Array.from({ length: 10 }, own));
    expect(new Set(tokens).size).toBe(10);
    expect(await count(server, 'token_grant', OF_APP)).toBe(1);
    for (const token of tokens) expect(await statusOf(token)).toBe(200);
    await post(server, '/revoke', { token: tokens[0] }, basic(CLIENTS.app));
    // Looked up at once, and none is cached.
    expect(await Promise.all(tokens.map(statusOf))).toEqual([401, ...tokens.slice(1).map(() => 200)]);
    const [{ id }] = await rows<{ id: string }>(server, `SELECT id::text FROM token_grant WHERE ${OF_APP}`);
    await rows(server, 'UPDATE token_grant SET revoked_at = now() WHERE id = $1', [id]);
    await outdate(server, `grant:${id}`);
    expect(await statusOf(tokens[1])).toBe(401);
    expect(await statusOf(await own())).toBe(200); // of another grant
    expect(await count(server, 'token_grant', OF_APP)).toBe(2);
  });
});
