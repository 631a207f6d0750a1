import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
  SignJWT,
  generateKeyPair,
} from 'jose';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { basic, post, refresh } from '../../support/a01.js';
import { THIRD_PARTIES } from '../../support/authorization.js';
import { accountId } from '../../support/database-rows.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import {
  introspected,
  memberOf,
  RESOURCES,
  SERVERS,
  startWithResources,
  statusesAt,
  tokensOf,
} from '../../support/resources.js';
import type { TestServer } from '../../support/start-app.js';

const ANY = '*';
const { strict, shop } = THIRD_PARTIES;
const { ledger } = RESOURCES;
const INACTIVE = { active: false };

describe('JWT access tokens (RFC 9068, D404) and signed introspection (RFC 9701, D405)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startWithResources();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());

  const asked = { resource: ledger, scope: 'openid ledger:read' };
  const forLedger = async () => (await tokensOf(server, ANNA, { asked })).body;
  const keys = () => createRemoteJWKSet(new URL(`${server.url}/jwks`));
  const verified = (token: string, typ: string, audience: string) =>
    jwtVerify(token, keys(), {
      ...{ issuer: server.url, audience, typ },
      currentDate: server.clock.now(),
    });
  const own = (more: Record<string, string> = {}, by: { id: string; secret: string } = CLIENTS.strict) =>
    post(server, '/token', { grant_type: 'client_credentials', resource: ledger, ...more }, basic(by));

  it('has the claims of RFC 9068, for an account', async () => {
    const tokens = await forLedger();
    const { payload, protectedHeader } = await verified(tokens.access_token, 'at+jwt', ledger);
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) });
    expect(payload).toEqual({
      ...{ iss: server.url, aud: ledger, sub: await accountId(server, ANNA.email), client_id: strict.id },
      ...{ scope: 'openid ledger:read', auth_time: expect.any(Number), acr: expect.any(String) },
      ...{ iat: server.clock.seconds, exp: server.clock.seconds + 900, jti: expect.any(String) },
    });
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'openid ledger:read' });
    expect(decodeJwt(memberOf(tokens, 'id_token')).aud).toBe(strict.id);
  });

  it("of a client itself, sub is the client's id, and nothing is said of a sign-in", async () => {
    const { access_token } = (await own()).body;
    const { payload } = await verified(access_token, 'at+jwt', ledger);
    expect(payload).toMatchObject({ sub: CLIENTS.strict.id, client_id: CLIENTS.strict.id });
    expect(payload).not.toHaveProperty('auth_time');
    expect(payload).not.toHaveProperty('acr');
  });

  it('each refresh has another jti; a repeated one the same claims', async () => {
    const first = await forLedger();
    const second = (await refresh(server, first.refresh_token, strict)).body;
    const again = (await refresh(server, first.refresh_token, strict)).body;
    const jtis = [first, second].map(({ access_token }) => decodeJwt(access_token).jti);
    expect(new Set(jtis).size).toBe(2);
    expect(decodeJwt(again.access_token)).toEqual(decodeJwt(second.access_token));
  });

  it('is signed by RS256 where the record says so, and lives as long as it says', async () => {
    const change = (body: object) => api.send('PATCH', '/resources/ledger', { body, ifMatch: ANY });
    await change({ signingAlg: 'RS256', accessLifetimeSeconds: 60 });
    const { body } = await own();
    expect(decodeProtectedHeader(body.access_token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
    const { payload } = await verified(body.access_token, 'at+jwt', ledger);
    expect(payload.exp).toBe(server.clock.seconds + 60);
    await change({ signingAlg: 'ES256', accessLifetimeSeconds: null });
  });

  it("this server's own API refuses it: 401", async () => {
    expect(await statusesAt(server, (await forLedger()).access_token)).toEqual([401, 401]);
  });

  it('clients of profile interface get none, by no grant type', async () => {
    const { status, body } = await own({}, CLIENTS.app);
    expect([status, body]).toMatchObject([400, { error: 'invalid_target' }]);
    const pushed = await post(server, '/par', { resource: ledger }, basic(shop));
    expect(pushed.status).toBe(400);
  });

  it('is introspected as an opaque one is, and ends with its grant', async () => {
    const tokens = await forLedger();
    const seen = { active: true, aud: ledger, client_id: strict.id, token_type: 'Bearer' };
    expect(await introspected(server, tokens.access_token, SERVERS.ledger)).toMatchObject({
      ...{ ...seen, scope: 'ledger:read' },
    });
    expect(await introspected(server, tokens.access_token, strict)).toMatchObject(seen);
    expect(await introspected(server, tokens.access_token, SERVERS.reports)).toEqual(INACTIVE);
    await post(server, '/revoke', { token: tokens.refresh_token }, basic(strict));
    expect(await introspected(server, tokens.access_token, SERVERS.ledger)).toEqual(INACTIVE);
  });

  it('/revoke ends it by itself, if it is the client’s own', async () => {
    const tokens = await forLedger();
    const foreign = await post(server, '/revoke', { token: tokens.access_token }, basic(shop));
    expect(foreign.status).toBe(400);
    await post(server, '/revoke', { token: tokens.access_token }, basic(strict));
    expect(await introspected(server, tokens.access_token, SERVERS.ledger)).toEqual(INACTIVE);
    const next = (await refresh(server, tokens.refresh_token, strict)).body;
    expect(await introspected(server, next.access_token, SERVERS.ledger)).toMatchObject({ active: true });
  });

  it('is inactive once it has expired, and where another key signed it', async () => {
    const { access_token } = (await own()).body;
    const { privateKey } = await generateKeyPair('ES256');
    const header = decodeProtectedHeader(access_token) as { alg: string };
    const forged = await new SignJWT(decodeJwt(access_token)).setProtectedHeader(header).sign(privateKey);
    expect(await introspected(server, forged, SERVERS.ledger)).toEqual(INACTIVE);
    const id = memberOf(await forLedger(), 'id_token');
    expect(await introspected(server, id, strict)).toEqual(INACTIVE); // an id_token is no access token
    server.clock.advance({ seconds: 901 });
    expect(await introspected(server, access_token, SERVERS.ledger)).toEqual(INACTIVE);
  });

  describe('introspection as a JWT', () => {
    const signed = (token: string, by: { id: string; secret: string }) =>
      request(server, {
        path: '/introspect',
        form: { token },
        headers: { ...basic(by), Accept: 'application/token-introspection+jwt' },
      });

    it('is only for the caller, and holds what the JSON says', async () => {
      const { access_token } = (await own()).body;
      const { status, headers, text } = await signed(access_token, SERVERS.ledger);
      expect([status, headers['content-type']]).toEqual([200, 'application/token-introspection+jwt']);
      const { payload, protectedHeader } = await verified(text, 'token-introspection+jwt', SERVERS.ledger.id);
      expect(protectedHeader.alg).toBe('ES256');
      expect(payload).toEqual({
        ...{ iss: server.url, aud: SERVERS.ledger.id, iat: server.clock.seconds },
        token_introspection: await introspected(server, access_token, SERVERS.ledger),
      });
      expect(payload.token_introspection).toMatchObject({ active: true, aud: ledger });
    });

    it('of an inactive token says only that', async () => {
      const { text } = await signed('nobody-knows-it', SERVERS.ledger);
      const { payload } = await verified(text, 'token-introspection+jwt', SERVERS.ledger.id);
      expect(payload.token_introspection).toEqual(INACTIVE);
    });

    it('is no access token and no id_token', async () => {
      const { text } = await signed((await own()).body.access_token, SERVERS.ledger);
      expect(await statusesAt(server, text)).toEqual([401, 401]);
      expect(await introspected(server, text, SERVERS.ledger)).toEqual(INACTIVE);
    });
  });
});
