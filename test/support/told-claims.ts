import { expect } from '@jest/globals';
import { decodeJwt } from 'jose';
import { basic, bearer, post } from './a01.js';
import { exchange, pkceOf, THIRD_PARTIES, VERIFIER, type CookieBrowser } from './authorization.js';
import { ANNA } from './fixtures.js';
import { request } from './http.js';
import type { TestServer } from './start-app.js';

/** Claims that say how and for whom an id_token was made. */
const USUAL = new Set('iss sub aud exp iat auth_time nonce acr amr sid'.split(' '));
type Claims = Readonly<Record<string, unknown>>;
type Form = Readonly<Record<string, string>>;

/** The answer of /token to a request with the scope openid. */
export interface OpenIdTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly scope?: string;
}

/** The families of Anna, as the claim has them. */
export const FAMILIES = [{ id: '1', name: 'The Ks', role: 'founder' }];

/** What an id_token tells of the user, beside who it is. */
export function toldIn({ id_token: idToken }: Pick<OpenIdTokens, 'id_token'>): Claims {
  return Object.fromEntries(Object.entries(decodeJwt(idToken)).filter(([claim]) => !USUAL.has(claim)));
}

/** What /userinfo tells, without `sub`. */
export async function toldBy(server: TestServer, tokens: OpenIdTokens): Promise<Claims> {
  const headers = bearer(tokens.access_token);
  const { status, body } = await request(server, { path: '/userinfo', headers });
  expect(status).toBe(200);
  return Object.fromEntries(Object.entries(body).filter(([claim]) => claim !== 'sub'));
}

/** Signs Anna in for a third party, who allows what it asks for. */
export async function tokensOf(
  server: TestServer,
  browser: CookieBrowser,
  asked: Form,
  client: typeof THIRD_PARTIES.shop | typeof THIRD_PARTIES.strict = THIRD_PARTIES.shop,
): Promise<OpenIdTokens> {
  const isStrict = client === THIRD_PARTIES.strict;
  const { code } = await browser.connect(ANNA, client, { ...asked, ...(isStrict && pkceOf()) });
  const { body } = await exchange(server, client, code, isStrict ? { code_verifier: VERIFIER } : {});
  return body as unknown as OpenIdTokens;
}

/** The tokens of a refresh, by the shop unless another client is named. */
export async function refreshed(
  server: TestServer,
  { refresh_token: token }: OpenIdTokens,
  more: Form = {},
  client: typeof THIRD_PARTIES.shop | typeof THIRD_PARTIES.strict = THIRD_PARTIES.shop,
): Promise<OpenIdTokens> {
  const form = { grant_type: 'refresh_token', refresh_token: token, ...more };
  return (await post(server, '/token', form, basic(client))).body as unknown as OpenIdTokens;
}
