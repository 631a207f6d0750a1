import { basic, post, type Answer } from './a01.js';
import type { CookieBrowser } from './authorization.js';
import { clientRowId, rows } from './database-rows.js';
import { CLIENTS } from './fixtures.js';
import type { TestServer } from './start-app.js';

/** Gives an account a second factor, which its sessions have shown, without using the pages. */
export async function protect(server: TestServer, accountId: string): Promise<void> {
  const sql = `INSERT INTO totp (account_id, sealed, created_at, confirmed_at) VALUES ($1, '', $2, $2) RETURNING 1`;
  await rows(server, sql, [accountId, server.clock.now()]);
  await showFactor(server, accountId);
}

/** As if the second factor of an account had been there for a month. */
export async function settleFactor(server: TestServer, accountId: string): Promise<void> {
  const sql = `UPDATE totp SET created_at = created_at - interval '31 days' WHERE account_id = $1 RETURNING 1`;
  await rows(server, sql, [accountId]);
}

/** As after a second factor on /confirm, in every session of the account: sensitive actions require it. */
export async function showFactor(server: TestServer, accountId: string): Promise<void> {
  await rows(
    server,
    `UPDATE session SET data = data || jsonb_build_object('proofs', jsonb_build_object('passkey', $2::bigint)) WHERE account_id = $1 RETURNING 1`,
    [accountId, server.clock.millis()],
  );
}

/** As if every sign-in of the account had used a settled second factor. */
export async function settleSignIns(server: TestServer, accountId: string): Promise<void> {
  await rows(server, 'UPDATE sign_in SET rank = 3 WHERE account_id = $1 RETURNING 1', [accountId]);
}

/** Makes a device password by the page. @param clientId null: for legacy sessions */
export async function makeDevicePassword(
  server: TestServer,
  browser: CookieBrowser,
  clientId: string | null = CLIENTS.app.id,
  name = 'Tablet',
): Promise<string> {
  const client = clientId === null ? 'legacy' : await clientRowId(server, clientId);
  const answer = await browser.post('/account/device-passwords', { name, client });
  const plain = /<code>([a-z2-9-]{24})<\/code>/.exec(answer.text)?.[1];
  if (plain === undefined) throw new Error(`${answer.status} ${answer.text}`);
  return plain;
}

/** A client exchanges a password for tokens. */
export function exchange(
  server: TestServer,
  username: string,
  password: string,
  client: { id: string; secret: string } = CLIENTS.app,
): Promise<Answer> {
  return post(server, '/token', { grant_type: 'password', username, password }, basic(client));
}
