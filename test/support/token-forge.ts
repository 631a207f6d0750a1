import { TokenKeys } from '../../src/oauth/tokens/format/token-keys.js';
import {
  readAccessToken,
  writeAccessToken,
  type AccessToken,
} from '../../src/oauth/tokens/format/access-token.js';
import {
  readRefreshToken,
  refreshTag,
  writeRefreshToken,
  type ReadRefreshToken,
} from '../../src/oauth/tokens/format/refresh-token.js';
import { rows } from './database-rows.js';
import type { TestServer } from './start-app.js';

/** The keys of a server: a thief of them can make what it makes. */
export function keysOf(server: TestServer): TokenKeys {
  return server.get(TokenKeys);
}

/** The contents of a refresh token. */
export function partsOf(server: TestServer, plain: string): ReadRefreshToken {
  const read = readRefreshToken(keysOf(server), plain);
  if (!read) throw new Error('no refresh token');
  return read;
}

/** The refresh token of another generation of the same grant, made with the keys. */
export function ofGeneration(
  server: TestServer,
  plain: string,
  generation: number,
  keys = keysOf(server),
): string {
  const { grantId, secret } = partsOf(server, plain);
  return writeRefreshToken(grantId, secret, refreshTag(keys.newest, secret, generation));
}

/** The access token with other values, made with the keys. */
export function reminted(
  server: TestServer,
  plain: string,
  more: Partial<AccessToken>,
  keys = keysOf(server),
): string {
  const read = readAccessToken(keysOf(server), plain);
  if (!read) throw new Error('no access token');
  return writeAccessToken(keys, { ...read, secret: accessSecretIn(plain), ...more }).plain;
}

/** The secret in an access token; it precedes the additions of a bound one, and the tag. */
export function accessSecretIn(plain: string): Buffer {
  return Buffer.from(plain, 'base64url').subarray(37, 53);
}

/** All columns of a grant's row. */
export async function grantRow(server: TestServer, refreshToken: string): Promise<GrantRow> {
  const sql = 'SELECT *, id::text FROM token_grant WHERE id = $1';
  const [row] = await rows<GrantRow>(server, sql, [partsOf(server, refreshToken).grantId]);
  return row;
}

interface GrantRow {
  readonly id: string;
  readonly generation: number;
  readonly grace_floor: number;
  readonly anchor: Buffer;
  readonly refresh_digest: Buffer;
  readonly refreshed_at: Date | null;
  readonly refreshed_from: string | null;
  readonly revoked_at: Date | null;
  readonly ends_at: Date;
}
