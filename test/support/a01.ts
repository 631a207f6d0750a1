import { CLIENTS } from './fixtures.js';
import type { TestServer } from './start-app.js';

type Parameters = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body. */
  readonly body: Body;
}

/** The members of answers that tests read. */
export interface Body {
  readonly a01: {
    readonly r: { readonly r: never };
    readonly ex: {
      readonly name: string;
      readonly type: string;
      readonly value: string;
      readonly message: string;
    };
    readonly cn: string;
  };
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly mac_key: string;
  readonly mac_algorithm: string;
  readonly error: string;
  readonly error_description: string;
}

export function basic({ id, secret }: { id: string; secret: string | null }): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

/** The challenge for a wrong Bearer token (RFC 6750 §3, RFC 9728 §5.1). */
export function wrongBearer({ url }: { readonly url: string }, description: string): string {
  return `Bearer error="invalid_token", error_description="${description}", ${metadataAt(url)}`;
}

/** Where a challenge says that the metadata of the API is. */
export function metadataAt(url: string): string {
  return `resource_metadata="${url}/.well-known/oauth-protected-resource"`;
}

export function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

/** A call by its name: `/api?a01call=…`, parameters prefixed, GET (§4.1). */
export function call(
  server: TestServer,
  name: string,
  parameters: Parameters = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const query = new URLSearchParams({ a01call: name });
  for (const [key, value] of Object.entries(parameters))
    query.set(key.startsWith('client_') ? key : `a01${key}`, value);
  return send(server, 'GET', `/api?${query}`, headers);
}

/** A form post to any path. */
export function post(
  server: TestServer,
  path: string,
  form: Parameters = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' };
  return send(server, 'POST', path, { ...type, ...headers }, new URLSearchParams(form).toString());
}

export async function send(
  server: TestServer,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | FormData,
): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, { method, headers, body, redirect: 'manual' });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? null : JSON.parse(text)) as Body,
  };
}

/** Tokens for a password; requested by the privileged client unless another is named. */
export async function tokensFor(
  server: TestServer,
  who: { email: string; password: string },
  tokentype: 'Bearer' | 'Mac' = 'Bearer',
  client: { id: string; secret: string } = CLIENTS.app,
): Promise<Body> {
  const form = { identifier: who.email, password: who.password, tokentype, deviceId: 'device-1' };
  const { status, body } = await post(server, '/api/log2/generateaccesstokenbypassword', form, basic(client));
  if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(body)}`);
  return body;
}

export function refresh(
  server: TestServer,
  refreshToken: string,
  client: { id: string; secret: string } = CLIENTS.app,
): Promise<Answer> {
  return post(server, '/token', { grant_type: 'refresh_token', refresh_token: refreshToken }, basic(client));
}

export function loggedAccount(server: TestServer, headers: Record<string, string>): Promise<Answer> {
  return send(server, 'GET', '/api/acc/getloggedaccount', headers);
}

/** The status of a call with this Bearer token: 200 while it is valid. */
export async function tokenStatus(server: TestServer, token: string): Promise<number> {
  return (await loggedAccount(server, bearer(token))).status;
}
