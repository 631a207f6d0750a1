import { createHash } from 'node:crypto';
import { writeAccessToken } from '../../src/oauth/tokens/format/access-token.js';
import { accessSecretOf, anchorOf } from '../../src/oauth/tokens/format/grant-secret.js';
import { refreshTag, writeRefreshToken } from '../../src/oauth/tokens/format/refresh-token.js';
import { NOT_NARROWED } from '../../src/oauth/tokens/format/scope-bits.js';
import { TokenKeys } from '../../src/oauth/tokens/format/token-keys.js';

/** The key of the measured server and of nothing else. */
export const MASTER_KEY = Buffer.alloc(32, 7);
/** Put into the measured database, so that the generator can make tokens from numbers. */
export const INSTANCE_SECRET = Buffer.alloc(32, 8);

/** Far from the ids that the server assigns: one range for each kind of grant. */
export const FIRST_GRANT = { bearer: 1_000_000_000, mac: 2_000_000_000, refresh: 3_000_000_000 } as const;
export type Kind = keyof typeof FIRST_GRANT;

const keys = new TokenKeys([MASTER_KEY], INSTANCE_SECRET);
const ISSUED_AT = Date.UTC(2026, 0, 1);
const EXPIRES_AT = Date.UTC(2096, 0, 1);

/** What the row of the n-th grant of a kind keeps. */
export function keptOf(kind: Kind, n: number): { anchor: Buffer; refreshDigest: Buffer } {
  const secret = secretOf(kind, n);
  const refreshDigest = keys.digestOfRefresh(secret, refreshTag(keys.newest, secret, 0).tag);
  return { anchor: anchorOf(accessSecretOf(secret)), refreshDigest };
}

/** @param thumbprint of the key that it is bound to; null: none */
export function accessToken(
  kind: 'bearer' | 'mac',
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
    secret: accessSecretOf(secretOf(kind, n)),
  });
}

export function refreshToken(n: number): string {
  const secret = secretOf('refresh', n);
  return writeRefreshToken(String(FIRST_GRANT.refresh + n), secret, refreshTag(keys.newest, secret, 0));
}

function secretOf(kind: Kind, n: number): Buffer {
  return createHash('sha256').update(`bench-${kind}-${n}`).digest();
}
