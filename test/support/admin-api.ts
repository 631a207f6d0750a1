import { randomBytes } from 'node:crypto';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { accountId, rows } from './database-rows.js';
import { request, type RawAnswer as Raw } from './http.js';
import type { TestServer } from './start-app.js';

export const ADMIN_PASSWORD = 'a long admin word';

export interface Admin {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

/** Creates an account with a role, without using the API. */
export async function newAdmin(
  server: TestServer,
  role: 'administrator' | 'support' = 'administrator',
): Promise<Admin> {
  const email = `${role}-${randomBytes(4).toString('hex')}@hearth.example`;
  const identifiers = [{ type: 'Email' as const, value: email, isValidated: true }];
  await server.get(Bootstrap).apply({ accounts: [{ name: role, identifiers, password: ADMIN_PASSWORD }] });
  const id = await accountId(server, email);
  await rows(server, 'UPDATE account SET role = $2 WHERE id = $1', [id, role]);
  return { id, email, password: ADMIN_PASSWORD };
}

/** An answer with any JSON. */
export type AdminAnswer = Omit<Raw, 'body'> & { readonly body: Readonly<Record<string, unknown>> };

export interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly ifMatch?: string;
}

/** The administration API, called in its own session. */
export class AdminApi {
  private inConsole: Promise<string> | null = null;

  private constructor(
    private readonly server: TestServer,
    private readonly admin: Admin,
    readonly cookie: string,
  ) {}

  static async signIn(server: TestServer, admin: Admin): Promise<AdminApi> {
    const { email: identifier, password } = admin;
    const answer = await sendJson(server, 'POST', '/session', { body: { identifier, password } });
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
    const [cookie] = answer.headers['set-cookie'] ?? [''];
    return new AdminApi(server, admin, cookie.split(';')[0]);
  }

  /** The cookie of that person's separate session in the console (D320): it is opened when first needed. */
  consoleCookie(): Promise<string> {
    this.inConsole ??= consoleCookieOf(this.server, this.admin);
    return this.inConsole;
  }

  send(method: string, path: string, { headers = {}, ...asked }: Asked = {}): Promise<AdminAnswer> {
    return sendJson(this.server, method, path, { ...asked, headers: { Cookie: this.cookie, ...headers } });
  }
}

/** Signs in on the console's page. @returns the cookie of that session */
export async function consoleCookieOf(
  server: TestServer,
  { email: identifier, password }: Pick<Admin, 'email' | 'password'>,
): Promise<string> {
  const form = { identifier, password, next: '' };
  const { headers, status } = await request(server, { path: '/admin/sign-in', form });
  const cookie = headers['set-cookie']?.find((line) => /^(__Host-)?hearth-admin=./.test(line));
  if (cookie === undefined) throw new Error(`not signed in to the console: ${status}`);
  return cookie.split(';')[0];
}

/** One request to the administration API with exactly the given headers. */
export function sendJson(
  server: Pick<TestServer, 'url'>,
  method: string,
  path: string,
  { headers = {}, body, ifMatch }: Asked = {},
): Promise<AdminAnswer> {
  const isText = typeof body === 'string';
  const type = isText ? 'application/x-ndjson' : 'application/json';
  const json: Record<string, string> = body === undefined ? {} : { 'Content-Type': type };
  const match: Record<string, string> = ifMatch === undefined ? {} : { 'If-Match': ifMatch };
  return request(server, {
    method,
    path: `/admin/api${path}`,
    headers: { ...json, ...match, ...headers },
    body: isText || body === undefined ? body : JSON.stringify(body),
  }) as unknown as Promise<AdminAnswer>;
}
