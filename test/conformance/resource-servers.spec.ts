import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { basic, post, refresh } from '../support/a01.js';
import { CookieBrowser, pkceOf, THIRD_PARTIES } from '../support/authorization.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { request } from '../support/http.js';
import {
  introspected,
  memberOf,
  redeemed,
  RESOURCES,
  SERVERS,
  startWithResources,
  tokensOf,
} from '../support/resources.js';
import type { TestServer } from '../support/start-app.js';

const { strict } = THIRD_PARTIES;
const { reports, ledger } = RESOURCES;
const ANY = '*';

/** Rows that the stories don't cover already: docs/reference/conformance.md has all rows. */
describe('resource servers of others: RFC 8707, 9068, 9701 and 9728', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithResources();
  });
  afterAll(() => server.close());

  const own = async (more: Record<string, string>): Promise<string> => {
    const form = { grant_type: 'client_credentials', ...more };
    return (await post(server, '/token', form, basic(CLIENTS.strict))).body.access_token;
  };
  const signed = (headers: Record<string, string>, token = 'nobody-knows-it') =>
    request(server, {
      path: '/introspect',
      form: { token },
      headers: { ...headers, Accept: 'application/token-introspection+jwt' },
    });
  const document = (name: string) => request(server, { path: `/.well-known/${name}` });

  it('a request without a resource is for this server', async () => {
    const token = await own({});
    expect(await introspected(server, token, CLIENTS.strict)).toMatchObject({
      active: true,
      aud: server.url,
    });
    expect(token.split('.')).toHaveLength(1);
  });

  it('a token answer says its scope', async () => {
    const asked = { resource: reports, scope: 'openid account reports:read' };
    expect((await tokensOf(server, ANNA, { asked })).body).toMatchObject({ scope: 'openid reports:read' });
  });

  it('takes no JWT that is unsigned, or signed by a secret', async () => {
    const token = await own({ resource: ledger });
    const [, payload] = token.split('.');
    const { kid } = decodeProtectedHeader(token);
    const header = Buffer.from(JSON.stringify({ alg: 'none', kid, typ: 'at+jwt' })).toString('base64url');
    const bySecret = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'HS256', kid, typ: 'at+jwt' })
      .sign(new TextEncoder().encode(SERVERS.ledger.secret.padEnd(32, '0')));
    expect(await introspected(server, token, SERVERS.ledger)).toMatchObject({ active: true });
    for (const forged of [`${header}.${payload}.`, bySecret])
      expect(await introspected(server, forged, SERVERS.ledger)).toEqual({ active: false });
  });

  it('auth_time and acr are those of the sign-in, at each refresh too', async () => {
    const asked = { resource: ledger, scope: 'ledger:read' };
    const first = (await tokensOf(server, ANNA, { asked })).body;
    server.clock.advance({ seconds: 300 });
    const second = (await refresh(server, first.refresh_token, strict)).body;
    const [before, after] = [first, second].map(({ access_token }) => decodeJwt(access_token));
    expect(after.iat).toBe(Number(before.iat) + 300);
    expect(before).toMatchObject({ auth_time: expect.any(Number), acr: expect.any(String) });
    expect(after).toMatchObject({ auth_time: before.auth_time, acr: before.acr });
  });

  it('no two resources have one identifier, and none is this server', async () => {
    const api = await AdminApi.signIn(server, await newAdmin(server));
    const create = (identifier: string) =>
      api.send('POST', '/resources', { body: { id: 'twin', name: 'Twin', identifier } });
    expect((await create('HTTPS://Reports.example:443/api')).status).toBe(409);
    for (const identifier of [server.url, `${server.url}/`]) {
      const { status, text } = await create(identifier);
      expect([status, text]).toEqual([422, expect.stringContaining('this server')]);
    }
  });

  it('introspection asks the caller to authenticate', async () => {
    for (const headers of [{}, basic({ id: SERVERS.ledger.id, secret: 'guessed' })]) {
      const answer = await signed(headers, await own({ resource: ledger }));
      expect([answer.status, answer.body]).toMatchObject([401, { error: 'invalid_client' }]);
    }
  });

  it('signs introspection as the record of the caller says, by RS256 unless it says otherwise', async () => {
    const by = async (of: { id: string; secret: string }) =>
      decodeProtectedHeader((await signed(basic(of))).text);
    expect(await by(SERVERS.ledger)).toMatchObject({ alg: 'ES256', typ: 'token-introspection+jwt' });
    expect(await by(SERVERS.reports)).toMatchObject({ alg: 'RS256', typ: 'token-introspection+jwt' });
  });

  it('the metadata name the algorithms of introspection, and none for encryption', async () => {
    const { body } = await document('oauth-authorization-server');
    expect(body).toMatchObject({
      introspection_signing_alg_values_supported: expect.arrayContaining(['RS256', 'ES256']),
    });
    expect(body).not.toHaveProperty('introspection_encryption_alg_values_supported');
  });

  it('the metadata list the registered resources, and this server', async () => {
    const listed = async () =>
      (await document('oauth-authorization-server')).body as { protected_resources?: string[] };
    expect((await listed()).protected_resources).toEqual(
      expect.arrayContaining([server.url, ...Object.values(RESOURCES)]),
    );
    const api = await AdminApi.signIn(server, await newAdmin(server));
    await api.send('DELETE', '/resources/closed', { ifMatch: ANY });
    expect((await listed()).protected_resources).not.toContain(RESOURCES.closed);
  });

  it('the metadata of the API are JSON without empty values', async () => {
    const { status, headers, body } = await document('oauth-protected-resource');
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^application\/json\b/)]);
    for (const value of Object.values(body as object)) expect([[], '', null]).not.toContainEqual(value);
  });

  it('of one consent there are tokens for one resource each, which nobody else sees', async () => {
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    const code = await browser.codeFor(strict, { ...pkceOf(), resource: reports, scope: 'reports:read' });
    const { access_token } = (await redeemed(server, code)).body;
    expect(await introspected(server, access_token, SERVERS.reports)).toMatchObject({ aud: reports });
    for (const other of [SERVERS.ledger, SERVERS.photos])
      expect(await introspected(server, access_token, other)).toEqual({ active: false });
    expect(memberOf(await introspected(server, access_token, strict), 'aud')).toBe(reports);
  });
});
