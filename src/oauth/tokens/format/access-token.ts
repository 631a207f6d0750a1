import { randomFew } from '../../../platform/security/secrets.js';
import type { Long } from '../../../platform/operations/long.js';
import type { MacAlgorithm } from '../../mac/mac.js';
import type { TokenType } from '../token-grant.entity.js';
import { begun, decoded, KIND } from './decoded.js';
import { isKnownScope } from './scope-bits.js';
import { isTagged, TAG_BYTES, type TokenKey, type TokenKeys } from './token-keys.js';

/**
 * version 1 | kind 1 | key 4 | grant 8 | issue 6 | issued at 6 | expires at 6 | type 1 | scope 4 | access secret 16 | tag
 * 16. Whole numbers, big-endian; times in milliseconds since the epoch.
 */
const AT = {
  key: 2,
  grant: 6,
  issue: 14,
  issuedAt: 20,
  expiresAt: 26,
  type: 32,
  scope: 33,
  secret: 37,
  tag: 53,
};
const BYTES = AT.tag + TAG_BYTES;
const NUMBER_BYTES = 6;

const TYPES = [
  { tokenType: 'bearer', macAlgorithm: null },
  { tokenType: 'mac', macAlgorithm: 'hmac-sha-1' },
  { tokenType: 'mac', macAlgorithm: 'hmac-sha-256' },
] as const satisfies { tokenType: TokenType; macAlgorithm: MacAlgorithm | null }[];
/** Beside the type: its client is of the profile `interface`. */
const OF_INTERFACE = 0x80;

/** What an access token says. */
export interface AccessToken {
  readonly grantId: Long;
  /** Of which refresh it is, or a random number; with the scope it tells the tokens of a grant apart. */
  readonly issue: number;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly tokenType: TokenType;
  /** null for Bearer. */
  readonly macAlgorithm: MacAlgorithm | null;
  /** Whether its client was of the profile `interface`, which is told of the end in its own words (D39). */
  readonly isOfInterface: boolean;
  /** `scopeBits`. */
  readonly scope: number;
  /** Proves to the row of the grant that it is of this grant. */
  readonly secret: Buffer;
}

/** An access token that was read. */
export interface ReadAccessToken extends AccessToken {
  /** null for Bearer. */
  readonly macKey: string | null;
}

/** For a token that is of no refresh: never the number of one. */
export function randomIssue(): number {
  const bytes = randomFew(NUMBER_BYTES);
  bytes[0] |= 0x80;
  return bytes.readUIntBE(0, NUMBER_BYTES);
}

/** What is answered to the client. */
export interface WrittenAccessToken {
  readonly plain: string;
  readonly macKey: string | null;
}

export function writeAccessToken(keys: TokenKeys, token: AccessToken): WrittenAccessToken {
  const key = keys.newest;
  const bytes = begun(KIND.access, BYTES);
  key.fingerprint.copy(bytes, AT.key);
  bytes.writeBigUInt64BE(BigInt(token.grantId), AT.grant);
  bytes.writeUIntBE(token.issue, AT.issue, NUMBER_BYTES);
  bytes.writeUIntBE(token.issuedAt, AT.issuedAt, NUMBER_BYTES);
  bytes.writeUIntBE(token.expiresAt, AT.expiresAt, NUMBER_BYTES);
  const type = TYPES.findIndex(({ macAlgorithm }) => macAlgorithm === token.macAlgorithm);
  bytes[AT.type] = type | (token.isOfInterface ? OF_INTERFACE : 0);
  bytes.writeInt32BE(token.scope, AT.scope);
  token.secret.copy(bytes, AT.secret);
  const signed = bytes.subarray(0, AT.tag);
  key.tag('access-tag', signed).copy(bytes, AT.tag);
  return { plain: bytes.toString('base64url'), macKey: macKeyOf(key, token, signed) };
}

/** null: it is no access token that this server made under a key that is still listed. */
export function readAccessToken(keys: TokenKeys, plain: string): ReadAccessToken | null {
  const bytes = decoded(plain, KIND.access, BYTES);
  if (bytes === null) return null;
  const key = keys.find(bytes.readUInt32BE(AT.key));
  const signed = bytes.subarray(0, AT.tag);
  if (!key || !isTagged(key, 'access-tag', signed, bytes.subarray(AT.tag))) return null;
  const type = TYPES.at(bytes[AT.type] & ~OF_INTERFACE);
  const scope = bytes.readInt32BE(AT.scope);
  if (!type || !isKnownScope(scope)) return null;
  const token = {
    grantId: bytes.readBigUInt64BE(AT.grant).toString(),
    issue: bytes.readUIntBE(AT.issue, NUMBER_BYTES),
    issuedAt: bytes.readUIntBE(AT.issuedAt, NUMBER_BYTES),
    expiresAt: bytes.readUIntBE(AT.expiresAt, NUMBER_BYTES),
    ...type,
    isOfInterface: (bytes[AT.type] & OF_INTERFACE) !== 0,
    scope,
    secret: bytes.subarray(AT.secret, AT.tag),
  };
  return { ...token, macKey: macKeyOf(key, token, signed) };
}

/** 256 bits that are in no token: to know the token is not to have its key. */
function macKeyOf(
  key: TokenKey,
  { tokenType }: Pick<AccessToken, 'tokenType'>,
  signed: Buffer,
): string | null {
  return tokenType === 'mac' ? key.tag('mac', signed).toString('base64url') : null;
}
