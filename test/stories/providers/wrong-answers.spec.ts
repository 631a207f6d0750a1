import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CookieBrowser } from '../../support/authorization.js';
import { configure, leave, recordedAs } from '../../support/elsewhere.js';
import { headingOf } from '../../support/invitations.js';
import { CLIENT } from '../../support/real-provider.js';
import { ScriptedServer, type Reply } from '../../support/scripted-server.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const MINUTE = 60;

describe('provider that lies, or does not answer', () => {
  let server: TestServer;
  let provider: ScriptedServer;
  let silent: Server;
  let keys: { privateKey: CryptoKey; jwk: JWK };
  let [metadata, token]: [object, Reply] = [{}, {}];
  let claims: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    const pair = await generateKeyPair('RS256', { extractable: true });
    keys = {
      privateKey: pair.privateKey,
      jwk: { ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'RS256' },
    };
    provider = await ScriptedServer.start(({ path }) => {
      if (path.startsWith('/.well-known')) return { body: metadata };
      return path === '/jwks' ? { body: { keys: [keys.jwk] } } : token;
    });
    silent = createServer(() => undefined);
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    server = await startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    await configure(server, provider.url);
    const { port } = silent.address() as AddressInfo;
    await configure(server, `http://127.0.0.1:${port}`, { id: 'silent', name: 'Silent' });
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
    silent.closeAllConnections();
    await new Promise((done) => silent.close(done));
  });
  beforeEach(() => {
    metadata = {
      issuer: provider.url,
      authorization_endpoint: `${provider.url}/authorize`,
      token_endpoint: `${provider.url}/token`,
      jwks_uri: `${provider.url}/jwks`,
      authorization_response_iss_parameter_supported: true,
    };
  });

  /** There and back with an id_token; undefined members are left out. */
  async function comeBack(
    changed: Readonly<Record<string, unknown>>,
    { key = keys.privateKey, iss, path }: { key?: CryptoKey; iss?: string | null; path?: string } = {},
  ): Promise<{ status: number; heading: string; signedIn: boolean }> {
    const browser = new CookieBrowser(server);
    const to = new URL(await leave(browser, path));
    const now = Math.floor(Date.now() / 1000);
    claims = {
      iss: provider.url,
      aud: CLIENT.id,
      sub: 'mia',
      nonce: to.searchParams.get('nonce'),
      iat: now,
      exp: now + MINUTE,
      ...changed,
    };
    const idToken = await new SignJWT(JSON.parse(JSON.stringify(claims)) as JWTPayload)
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(key);
    token = { body: { access_token: 'a', token_type: 'Bearer', id_token: idToken } };
    const state = to.searchParams.get('state') ?? '';
    const sent = new URLSearchParams({
      code: 'c',
      state,
      ...(iss === null ? {} : { iss: iss ?? provider.url }),
    }).toString();
    const answer = await browser.get(`/sign-in/provider/portal/callback?${sent}`);
    const signedIn = (await browser.get('/account')).status === 200;
    return { status: answer.status, heading: answer.status === 303 ? '' : headingOf(answer), signedIn };
  }

  const FAILED = { status: 400, heading: 'Portal could not sign you in', signedIn: false };

  it('confirms nobody if it does not say when its user signed in, or long before the request', async () => {
    const path = '/sign-in/provider/portal?for=confirm&next=%2Faccount';
    const before = Math.floor(server.clock.seconds) - 2 * MINUTE;
    for (const auth_time of [undefined, before])
      expect((await comeBack({ auth_time }, { path })).status).toBe(400);
    // Another user than nobody, who is signed in here: it was checked.
    const fresh = await comeBack({ auth_time: Math.ceil(server.clock.seconds) }, { path });
    expect([fresh.status, fresh.heading]).toEqual([403, 'That was someone else']);
  });

  it('is believed if the response is right: the secret is in the header, the verifier in the form', async () => {
    expect(await comeBack({})).toMatchObject({ status: 303 });
    const asked = provider.asked.findLast(({ path }) => path === '/token');
    const [scheme, credentials] = asked?.headers.authorization?.split(' ') ?? [];
    const given = decodeURIComponent(Buffer.from(credentials, 'base64').toString());
    expect([scheme, given]).toEqual(['Basic', `${CLIENT.id}:${CLIENT.secret}`]);
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toMatchObject({
      grant_type: 'authorization_code',
      code: 'c',
      code_verifier: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    });
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another' }],
    ['another issuer', { iss: 'https://another.example' }],
    ['an end that is past', { exp: 1 }],
    ['no sub', { sub: undefined }],
    ['a sub with control characters', { sub: 'a\u0000b' }],
    ['a sub that is too long', { sub: 'x'.repeat(300) }],
  ])('signs nobody in with %s', async (_what, changed) => {
    expect(await comeBack(changed)).toEqual(FAILED);
  });

  it('signs nobody in by an unpublished key, or without the promised iss (RFC 9207)', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    expect(await comeBack({}, { key: privateKey })).toEqual(FAILED);
    expect(await comeBack({}, { iss: null })).toEqual(FAILED);
    expect(await comeBack({}, { iss: 'https://another.example' })).toEqual(FAILED);
    const reasons = (await recordedAs(server, 'provider.refused')).map(({ details }) => details.provider);
    expect(new Set(reasons)).toEqual(new Set(['portal']));
    expect(server.log.join('')).not.toContain(CLIENT.secret);
  });

  it.each<[string, Reply]>([
    ['an error', { status: 400, body: { error: 'invalid_grant' } }],
    ['a redirect', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }],
    ['a list', { body: [] }],
    ['too much', { body: { access_token: 'x'.repeat(300 * 1024) } }],
  ])('signs nobody in when the token endpoint answers %s', async (_what, reply) => {
    const browser = new CookieBrowser(server);
    const state = new URL(await leave(browser)).searchParams.get('state') ?? '';
    token = reply;
    const sent = new URLSearchParams({ code: 'c', state, iss: provider.url }).toString();
    const answer = await browser.get(`/sign-in/provider/portal/callback?${sent}`);
    expect([400, 503]).toContain(answer.status);
    expect((await browser.get('/account')).status).toBe(303);
  });

  it.each<[string, object]>([
    ['another issuer', { issuer: 'https://another.example' }],
    ['no address to go to', { authorization_endpoint: undefined }],
    ['an address that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ])('is not used if its metadata have %s', async (_what, changed) => {
    const lying = await ScriptedServer.start(() => ({
      body: { ...metadata, issuer: lying.url, ...changed },
    }));
    const id = `liar-${new URL(lying.url).port}`;
    await configure(server, lying.url, { id, name: 'Liar' });
    const answer = await new CookieBrowser(server).get(`/sign-in/provider/${id}`);
    expect(answer.status).toBe(400);
    expect(headingOf(answer)).toBe('Liar could not sign you in');
    await lying.close();
  });

  it('delays only those who press its button, and not for ever', async () => {
    const pressed = [1, 2, 3].map(() => new CookieBrowser(server).get('/sign-in/provider/silent'));
    let isWaiting = true;
    const all = Promise.all(pressed).finally(() => (isWaiting = false));
    const page = await new CookieBrowser(server).get('/sign-in');
    expect([page.status, isWaiting]).toEqual([200, true]);
    for (const answer of await all) {
      expect(answer.status).toBe(503);
      expect(headingOf(answer)).toBe('Silent does not answer');
      expect(answer.headers['retry-after']).toBe('10');
    }
  });
});
