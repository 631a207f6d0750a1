import type { Long } from '../../../platform/operations/long.js';
import { begun, decoded, KIND } from './decoded.js';
import { accessSecretOf, grantAnchorOf } from './grant-secret.js';
import { isTagged, TAG_BYTES, type TokenKey, type TokenKeys } from './token-keys.js';

/** version 1 | kind 1 | key 4 | grant 8 | generation 4 | secret of the grant 32 | tag 16; whole numbers, big-endian. */
const AT = { key: 2, grant: 6, generation: 14, secret: 18, tag: 50 };
const BYTES = AT.tag + TAG_BYTES;
/** `integer` of the database ends there. */
const LAST_GENERATION = 2 ** 31 - 2;

/** A refresh token that was presented. */
export interface ReadRefreshToken {
  readonly grantId: Long;
  /** How many were made before it. */
  readonly generation: number;
  readonly secret: Buffer;
  /** What its access tokens carry. */
  readonly accessSecret: Buffer;
  /** What the row keeps of the grant's secret. */
  readonly anchor: Buffer;
  /** What the row keeps of the token while it is the current one. */
  readonly digest: Buffer;
  /** Its tag is right; false: its key is not listed any more, so the tag can't be checked. */
  readonly isGenuine: boolean;
}

/** The token of a generation, the same on every node. The id of its grant need not be known yet. */
interface RefreshTag {
  readonly key: TokenKey;
  readonly generation: number;
  readonly tag: Buffer;
}

export function refreshTag(key: TokenKey, secret: Buffer, generation: number): RefreshTag {
  return { key, generation, tag: key.tag('refresh', signedOf(secret, generation)) };
}

export function writeRefreshToken(
  grantId: Long,
  secret: Buffer,
  { key, generation, tag }: RefreshTag,
): string {
  const bytes = begun(KIND.refresh, BYTES);
  key.fingerprint.copy(bytes, AT.key);
  bytes.writeBigUInt64BE(BigInt(grantId), AT.grant);
  bytes.writeUInt32BE(generation, AT.generation);
  secret.copy(bytes, AT.secret);
  tag.copy(bytes, AT.tag);
  return bytes.toString('base64url');
}

/** null: it is no refresh token, or its tag is wrong though its key is listed. */
export function readRefreshToken(keys: TokenKeys, plain: string): ReadRefreshToken | null {
  const bytes = decoded(plain, KIND.refresh, BYTES);
  if (bytes === null) return null;
  const grantId = bytes.readBigInt64BE(AT.grant);
  const generation = bytes.readUInt32BE(AT.generation);
  if (grantId < 1n || generation > LAST_GENERATION) return null;
  const secret = bytes.subarray(AT.secret, AT.tag);
  const tag = bytes.subarray(AT.tag);
  const key = keys.find(bytes.readUInt32BE(AT.key));
  if (key && !isTagged(key, 'refresh', signedOf(secret, generation), tag)) return null;
  const accessSecret = accessSecretOf(secret);
  return {
    grantId: grantId.toString(),
    generation,
    secret,
    accessSecret,
    anchor: grantAnchorOf(accessSecret),
    digest: keys.digestOfRefresh(secret, tag),
    isGenuine: key !== undefined,
  };
}

/** The grant is not signed: its row knows no other secret, so a token that names another grant proves nothing. */
function signedOf(secret: Buffer, generation: number): Buffer {
  const signed = Buffer.alloc(4 + secret.length);
  signed.writeUInt32BE(generation);
  secret.copy(signed, 4);
  return signed;
}
