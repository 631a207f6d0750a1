import { HEARTH } from '../../src/platform/audit/audit-actor.js';
import { ProviderStore } from '../../src/oauth/providers/provider-store.js';
import { Database } from '../../src/platform/database/database.js';
import { rows } from './database-rows.js';
import type { CookieBrowser } from './authorization.js';
import type { RawAnswer } from './http.js';
import { CLIENT, type RealProvider } from './real-provider.js';
import type { TestServer } from './start-app.js';

/** Configures a provider as an administrator would. */
export async function configure(
  server: TestServer,
  issuer: string,
  {
    id = 'portal',
    name = 'Portal',
    scopes = ['profile'],
  }: { id?: string; name?: string; scopes?: string[] } = {},
): Promise<void> {
  const store = server.get(ProviderStore);
  const asked = { id, name, issuer, clientId: CLIENT.id, scopes };
  await server
    .get(Database)
    .transaction((tx) => store.create(tx, asked, store.seal(id, CLIENT.secret), HEARTH));
}

export function redirectUri(server: Pick<TestServer, 'url'>, id = 'portal'): string {
  return `${server.url}/sign-in/provider/${id}/callback`;
}

/** The path of this server in an address. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}

/** Presses the button: the address at the provider. @throws Error without a redirect */
export async function leave(browser: CookieBrowser, path = '/sign-in/provider/portal'): Promise<string> {
  const { status, headers, text } = await browser.get(path, { 'Sec-Fetch-Site': 'same-origin' });
  if (status !== 303 || headers.location === undefined)
    throw new Error(`nobody was sent away: ${status} ${text}`);
  return headers.location;
}

/** The whole way there and back. @returns the answer to the callback */
export async function comeFrom(
  provider: RealProvider,
  browser: CookieBrowser,
  user: string,
  path?: string,
): Promise<RawAnswer> {
  return browser.get(pathOf(await provider.signIn(await leave(browser, path), user)));
}

/** The audit events of an action, the oldest first. */
export function recordedAs(
  server: TestServer,
  action: string,
): Promise<{ account: string | null; details: Readonly<Record<string, unknown>> }[]> {
  const sql = 'SELECT account_id::text AS account, details FROM audit_event WHERE action = $1 ORDER BY id';
  return rows(server, sql, [action]);
}
