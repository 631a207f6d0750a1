import { createHash } from 'node:crypto';
import { writeAccessToken } from '../../src/oauth/tokens/format/access-token.js';
import { accessSecretOf, grantAnchorOf } from '../../src/oauth/tokens/format/grant-secret.js';
import { refreshTag, writeRefreshToken } from '../../src/oauth/tokens/format/refresh-token.js';
import { NOT_NARROWED } from '../../src/oauth/tokens/format/scope-bits.js';
import { TAG_BYTES, TokenKeys } from '../../src/oauth/tokens/format/token-keys.js';

/** The key of the measured server and of nothing else. */
export const MASTER_KEY = Buffer.alloc(32, 7);
/** Put into the measured database, so that the generator can make tokens from numbers. */
export const INSTANCE_SECRET = Buffer.alloc(32, 8);

/** Far from the ids that the server assigns: one range for each kind of grant. */
export const FIRST_GRANT = { bearer: 1_000_000_000, mac: 2_000_000_000, refresh: 3_000_000_000 } as const;
type Kind = keyof typeof FIRST_GRANT;

const keys = new TokenKeys([MASTER_KEY], INSTANCE_SECRET);
const ISSUED_AT = Date.UTC(2026, 0, 1);
const EXPIRES_AT = Date.UTC(2096, 0, 1);

/** Grants whose tokens call: what their rows keep can be made by SQL too (`keptSql`). Their refresh tokens exist nowhere. */
export type Calling = Exclude<Kind, 'refresh'>;

/** What the row of the n-th grant of a kind keeps. */
export function keptOf(kind: Kind, n: number): { anchor: Buffer; refreshDigest: Buffer } {
  const anchor = grantAnchorOf(accessSecret(kind, n));
  if (kind !== 'refresh') return { anchor, refreshDigest: digest(`bench-${kind}-refresh-${n}`) };
  const secret = secretOf(n);
  return { anchor, refreshDigest: keys.digestOfRefresh(secret, refreshTag(keys.newest, secret, 0).tag) };
}

/** What the row of the grant of number `n` keeps, as SQL. */
export function keptSql(kind: Calling): { anchor: string; refreshDigest: string } {
  const first16 = (text: string): string => `substring(sha256(${text}) FROM 1 FOR ${TAG_BYTES})`;
  const of = (prefix: string): string => first16(`convert_to('${prefix}' || n, 'UTF8')`);
  return { anchor: first16(of(`bench-${kind}-`)), refreshDigest: of(`bench-${kind}-refresh-`) };
}

/** @param thumbprint of the key that it is bound to; null: none */
export function accessToken(
  kind: Calling,
  n: number,
  thumbprint: Buffer | null = null,
): { plain: string; macKey: string | null } {
  return writeAccessToken(keys, {
    grantId: String(FIRST_GRANT[kind] + n),
    issue: 0,
    issuedAt: ISSUED_AT,
    expiresAt: EXPIRES_AT,
    tokenType: thumbprint === null ? kind : 'dpop',
    macAlgorithm: kind === 'mac' ? 'hmac-sha-1' : null,
    thumbprint,
    isOfInterface: true,
    scope: NOT_NARROWED,
    secret: accessSecret(kind, n),
  });
}

export function refreshToken(n: number): string {
  const secret = secretOf(n);
  return writeRefreshToken(String(FIRST_GRANT.refresh + n), secret, refreshTag(keys.newest, secret, 0));
}

function accessSecret(kind: Kind, n: number): Buffer {
  return kind === 'refresh' ? accessSecretOf(secretOf(n)) : digest(`bench-${kind}-${n}`);
}

function secretOf(n: number): Buffer {
  return createHash('sha256').update(`bench-refresh-${n}`).digest();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, TAG_BYTES);
}
