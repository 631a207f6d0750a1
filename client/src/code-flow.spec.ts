import { describe, expect, it } from '@jest/globals';
import { codeIn, requireIdToken, type KeptAuthorization } from './code-flow.js';
import { PublicClient } from './client.js';
import { newDpopKey, thumbprintOf } from './dpop.js';
import { sha256 } from './encoding.js';
import { InvalidCallback, OAuthError } from './errors.js';

const ISSUER = 'https://hearth.example';
const redirect_uri = 'https://shop.example/callback';
const KEPT: KeptAuthorization = { state: 's', code_verifier: 'v', redirect_uri };
const back = (more: Record<string, string>) =>
  `${redirect_uri}?${new URLSearchParams({ state: 's', iss: ISSUER, ...more })}`;

describe('an authorization request', () => {
  it('has PKCE and state, each time new, and what is needed afterwards is plain data', async () => {
    const client = new PublicClient(`${ISSUER}/`, { clientId: 'page' });
    const asked = { redirect_uri, scope: 'account', prompt: 'login', max_age: 60 } as const;
    const [one, two] = [await client.authorizationRequest(asked), await client.authorizationRequest(asked)];
    const { state, code_verifier } = one.kept;
    const url = new URL(one.url);
    expect(url.origin + url.pathname).toBe(`${ISSUER}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ response_type: 'code', client_id: 'page', redirect_uri, scope: 'account', state },
      ...{ prompt: 'login', max_age: '60' },
      code_challenge: await sha256(code_verifier),
      code_challenge_method: 'S256',
    });
    expect(code_verifier).toMatch(/^[\w-]{43}$/);
    expect(two.kept.state).not.toBe(state);
    expect(two.kept.code_verifier).not.toBe(code_verifier);
    expect(JSON.parse(JSON.stringify(one.kept))).toEqual(one.kept);
  });

  it('lets nobody choose state, nonce, client or PKCE', async () => {
    const client = new PublicClient(ISSUER, { clientId: 'page' });
    const theirs = { state: 'x', nonce: 'x', client_id: 'x', code_challenge: 'x', response_type: 'token' };
    const { url, kept } = await client.authorizationRequest({ redirect_uri, scope: 'openid', ...theirs });
    const sent = Object.fromEntries(new URL(url).searchParams);
    expect(sent).toMatchObject({ state: kept.state, nonce: kept.nonce, response_type: 'code' });
    expect(Object.values(sent)).not.toContain('x');
  });

  it('names the key that the tokens are bound to, and for openid a nonce', async () => {
    const dpop = await newDpopKey();
    const client = new PublicClient(ISSUER, { clientId: 'page', dpop });
    const { url, kept } = await client.authorizationRequest({ redirect_uri, scope: 'openid account' });
    const { dpop_jkt, nonce } = Object.fromEntries(new URL(url).searchParams);
    expect(dpop_jkt).toBe(await thumbprintOf(dpop));
    expect(kept.nonce).toBe(nonce);
    expect(nonce).toHaveLength(43);
  });
});

describe('what the user comes back with', () => {
  it('is a code', () => {
    expect(codeIn(back({ code: 'c' }), KEPT, ISSUER)).toBe('c');
  });

  it.each([
    ['nothing was kept', back({ code: 'c' }), undefined],
    ['the state is another', back({ code: 'c', state: 't' }), KEPT],
    ['there is no state', `${redirect_uri}?code=c&iss=${ISSUER}`, KEPT],
    ['it is of another server', back({ code: 'c', iss: 'https://evil.example' }), KEPT],
    ['nobody says whose it is', `${redirect_uri}?code=c&state=s`, KEPT],
    ['there is no code', back({}), KEPT],
    ['an error has another state', back({ error: 'access_denied', state: 't' }), KEPT],
  ])('is not taken where %s', (_why, callback, kept) => {
    expect(() => codeIn(callback, kept, ISSUER)).toThrow(InvalidCallback);
  });

  it('may be a no, which is told as RFC 6749 has it', () => {
    const callback = back({ error: 'access_denied', error_description: 'Not now.' });
    const refusal = errorOf(() => codeIn(callback, KEPT, ISSUER));
    expect(refusal).toBeInstanceOf(OAuthError);
    expect(refusal).toMatchObject({ error: 'access_denied', message: 'Not now.', status: 0 });
    const odd = errorOf(() => codeIn(back({ error: 'slow_down', retry_after: 'x\r\ny' }), KEPT, ISSUER));
    expect(odd).toMatchObject({ error: 'slow_down', retryAfter: null });
  });
});

describe('an ID token', () => {
  const NOW = 1_795_000_000_000;
  const CLAIMS = { iss: ISSUER, aud: 'page', nonce: 'n', exp: NOW / 1000 + 60, name: 'Jörg' };
  const check = (claims: object | null) => {
    const id_token = claims
      ? `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
      : undefined;
    const tokens = { access_token: 'a', token_type: 'Bearer', expires_in: 1, id_token } as const;
    requireIdToken(tokens, { nonce: 'n', issuer: ISSUER, clientId: 'page', now: NOW });
  };

  it('is taken', () => expect(() => check(CLAIMS)).not.toThrow());

  it.each([
    ['another issuer', { ...CLAIMS, iss: 'https://evil.example' }],
    ['another client', { ...CLAIMS, aud: 'other' }],
    ['another request', { ...CLAIMS, nonce: 'm' }],
    ['the past', { ...CLAIMS, exp: NOW / 1000 }],
    ['nowhere', null],
    ['no time', { ...CLAIMS, exp: undefined }],
  ])('of %s is not taken', (_whose, claims) => expect(() => check(claims)).toThrow(InvalidCallback));
});

it.each(['', 'x', 'a.b.c', 'a.e30.c', 'a.bnVsbA.c'])('%p is no ID token', (id_token) => {
  const tokens = { access_token: 'a', token_type: 'Bearer', expires_in: 1, id_token } as const;
  const expected = { nonce: 'n', issuer: ISSUER, clientId: 'page', now: 0 };
  expect(() => requireIdToken(tokens, expected)).toThrow(InvalidCallback);
});

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (cause) {
    return cause;
  }
  return undefined;
}
