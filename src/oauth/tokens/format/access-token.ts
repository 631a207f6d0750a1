import { randomFew } from '../../../platform/security/secrets.js';
import type { Long } from '../../../platform/operations/long.js';
import type { MacAlgorithm } from '../../mac/mac.js';
import type { TokenType } from '../token-grant.entity.js';
import { begun, decoded, decodedLonger, KIND } from './decoded.js';
import { anchorTextOf } from './grant-secret.js';
import { isKnownScope } from './scope-bits.js';
import { isTagged, TAG_BYTES, type TokenKey, type TokenKeys } from './token-keys.js';

/**
 * version 1 | kind 1 | key 4 | grant 8 | issue 6 | issued at 6 | expires at 6 | type 1 | scope 4 | access secret 16 | tag
 * 16. Whole numbers, big-endian; times in milliseconds since the epoch. One that is bound to a key is of another kind, and
 * has the thumbprint of that key, 32 bytes, before the tag. One for resources of others is of two more kinds, and has before
 * the tag what it is for: their numbers, a line feed, and its scope.
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
  thumbprint: 53,
};
const THUMBPRINT_BYTES = 32;
const KINDS = {
  [KIND.access]: { isBound: false, isTargeted: false },
  [KIND.bound]: { isBound: true, isTargeted: false },
  [KIND.targeted]: { isBound: false, isTargeted: true },
  [KIND.boundTargeted]: { isBound: true, isTargeted: true },
} as const;
type Kind = keyof typeof KINDS;
const NUMBER_BYTES = 6;

const TYPES = [
  { tokenType: 'bearer', macAlgorithm: null },
  { tokenType: 'mac', macAlgorithm: 'hmac-sha-1' },
  { tokenType: 'mac', macAlgorithm: 'hmac-sha-256' },
] as const satisfies { tokenType: TokenType; macAlgorithm: MacAlgorithm | null }[];
/** Beside the type: its client is of the profile `interface`. */
const OF_INTERFACE = 0x80;

/** How an access token is presented; dpop: with a proof of the key that it is bound to. */
export type AccessTokenType = TokenType | 'dpop';

/** What an access token for resources of others says of them. */
export interface TokenTarget {
  /** Of the resources; `THIS_SERVER` may be among them. */
  readonly numbers: readonly Long[];
  readonly scope: string;
}

/** What an access token says. */
export interface AccessToken {
  readonly grantId: Long;
  /** Which refresh it comes from, or a random number; with the scope it tells the tokens of a grant apart. */
  readonly issue: number;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** dpop where there is a thumbprint, and only there. */
  readonly tokenType: AccessTokenType;
  /** null for Bearer and DPoP. */
  readonly macAlgorithm: MacAlgorithm | null;
  /** SHA-256 of the public key that it is bound to (RFC 7638); null: it is bound to none. */
  readonly thumbprint: Buffer | null;
  /** Whether its client was of the profile `interface`, which is told of the end in its own words (D39). */
  readonly isOfInterface: boolean;
  /** `scopeBits`; of one for resources of others NOT_NARROWED. */
  readonly scope: number;
  /** null: it is for this server. */
  readonly target?: TokenTarget | null;
  /** Proves to the row of the grant that it is of this grant. */
  readonly secret: Buffer;
}

/** An access token that was read. It holds no view of its bytes, which would keep the 8 KiB in memory that they are part of. */
export interface ReadAccessToken extends Omit<AccessToken, 'secret' | 'target'> {
  readonly target: TokenTarget | null;
  /** What the row of its grant keeps, in hex, by which the token proves that it is of that grant; null: its signature does. */
  readonly anchor: string | null;
  /** null for Bearer and DPoP. */
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
  const { thumbprint, target = null } = token;
  const kind = kindOf(token);
  const told = target === null ? '' : `${target.numbers.join(' ')}\n${target.scope}`;
  const toldAt = endOfFixed(kind);
  const tagAt = toldAt + Buffer.byteLength(told);
  const bytes = begun(kind, tagAt + TAG_BYTES);
  key.fingerprint.copy(bytes, AT.key);
  bytes.writeBigUInt64BE(BigInt(token.grantId), AT.grant);
  bytes.writeUIntBE(token.issue, AT.issue, NUMBER_BYTES);
  bytes.writeUIntBE(token.issuedAt, AT.issuedAt, NUMBER_BYTES);
  bytes.writeUIntBE(token.expiresAt, AT.expiresAt, NUMBER_BYTES);
  const type = TYPES.findIndex(({ macAlgorithm }) => macAlgorithm === token.macAlgorithm);
  bytes[AT.type] = type | (token.isOfInterface ? OF_INTERFACE : 0);
  bytes.writeInt32BE(token.scope, AT.scope);
  token.secret.copy(bytes, AT.secret);
  thumbprint?.copy(bytes, AT.thumbprint);
  bytes.write(told, toldAt);
  const signed = bytes.subarray(0, tagAt);
  key.tag('access-tag', signed).copy(bytes, tagAt);
  return { plain: bytes.toString('base64url'), macKey: macKeyOf(key, token, signed) };
}

/** null: it is no access token that this server made under a key that is still listed. */
export function readAccessToken(keys: TokenKeys, plain: string): ReadAccessToken | null {
  return (
    readKind(keys, plain, KIND.access) ??
    readKind(keys, plain, KIND.bound) ??
    readKind(keys, plain, KIND.targeted) ??
    readKind(keys, plain, KIND.boundTargeted)
  );
}

function readKind(keys: TokenKeys, plain: string, kind: Kind): ReadAccessToken | null {
  const { isBound, isTargeted } = KINDS[kind];
  const toldAt = endOfFixed(kind);
  const bytes = (isTargeted ? decodedLonger : decoded)(plain, kind, toldAt + TAG_BYTES);
  if (bytes === null) return null;
  const tagAt = bytes.length - TAG_BYTES;
  const key = keys.find(bytes.readUInt32BE(AT.key));
  const signed = bytes.subarray(0, tagAt);
  if (!key || !isTagged(key, 'access-tag', signed, bytes.subarray(tagAt))) return null;
  const type = TYPES.at(bytes[AT.type] & ~OF_INTERFACE);
  const scope = bytes.readInt32BE(AT.scope);
  const grantId = bytes.readBigInt64BE(AT.grant);
  if (!type || grantId < 1n || !isKnownScope(scope) || ((isBound || isTargeted) && type.tokenType === 'mac'))
    return null;
  return {
    grantId: grantId.toString(),
    issue: bytes.readUIntBE(AT.issue, NUMBER_BYTES),
    issuedAt: bytes.readUIntBE(AT.issuedAt, NUMBER_BYTES),
    expiresAt: bytes.readUIntBE(AT.expiresAt, NUMBER_BYTES),
    tokenType: isBound ? 'dpop' : type.tokenType,
    macAlgorithm: type.macAlgorithm,
    macKey: macKeyOf(key, type, signed),
    thumbprint: isBound ? Buffer.alloc(THUMBPRINT_BYTES, bytes.subarray(AT.thumbprint, toldAt)) : null,
    isOfInterface: (bytes[AT.type] & OF_INTERFACE) !== 0,
    scope,
    target: isTargeted ? targetIn(bytes.toString('utf8', toldAt, tagAt)) : null,
    anchor: anchorTextOf(bytes.subarray(AT.secret, AT.thumbprint)),
  };
}

function kindOf({ thumbprint, target = null }: Pick<AccessToken, 'thumbprint' | 'target'>): Kind {
  if (target === null) return thumbprint === null ? KIND.access : KIND.bound;
  return thumbprint === null ? KIND.targeted : KIND.boundTargeted;
}

/** Where what all tokens of a kind have ends. */
function endOfFixed(kind: Kind): number {
  return KINDS[kind].isBound ? AT.thumbprint + THUMBPRINT_BYTES : AT.thumbprint;
}

function targetIn(text: string): TokenTarget {
  const [numbers, scope = ''] = text.split('\n');
  return { numbers: numbers.split(' '), scope };
}

/** 256 bits that are in no token: to know the token is not to have its key. */
function macKeyOf(
  key: TokenKey,
  { tokenType }: Pick<AccessToken, 'tokenType'>,
  signed: Buffer,
): string | null {
  return tokenType === 'mac' ? key.tag('mac', signed).toString('base64url') : null;
}
