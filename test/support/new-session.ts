import { randomBytes } from 'node:crypto';
import { rows } from './database-rows.js';
import type { TestServer } from './start-app.js';

/** Signs an account in without a browser. @returns the digest of the session's id */
export async function newSession(server: TestServer, accountId: string): Promise<Buffer> {
  const digest = randomBytes(32);
  const expiresAt = new Date(server.clock.millis() + 60_000);
  const sql = `INSERT INTO session (digest, account_id, data, expires_at) VALUES ($1, $2, '{}', $3) RETURNING 1`;
  await rows(server, sql, [digest, accountId, expiresAt]);
  return digest;
}
