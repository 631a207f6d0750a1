import { Injectable } from '@nestjs/common';
import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose';
import { acrOf } from '../../identity/sessions/acr.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { CallerClient, IdTokenSigningAlg } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { SECOND } from '../../platform/security/clock.js';
import type { KnownResource } from '../resources/known-resources.js';
import { SIGNING_ALGORITHMS, SigningKeys } from '../signing/signing-keys.js';
import type { ReadAccessToken } from './format/access-token.js';
import { NOT_NARROWED } from './format/scope-bits.js';
import type { SignInFacts } from './sign-in-facts.js';

const TYPE = 'at+jwt';
/** grant 8 | issue 6 | number of the resource 8: what a jti tells, big-endian. */
const JTI = { grant: 0, issue: 8, resource: 14, bytes: 22 };
const ISSUE_BYTES = 6;

type Claims = Readonly<Record<string, unknown>>;

/** A JWT that nobody has signed yet. */
export interface UnsignedAccessToken {
  readonly alg: IdTokenSigningAlg;
  readonly claims: Claims;
}

/** What a token says of its grant; times in milliseconds since the epoch. */
export interface TokenFacts {
  readonly client: CallerClient;
  readonly grantId: Long;
  readonly issue: number;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Less than its grant is of; null: not less. One for resources of others has its whole scope. */
  readonly scope: string | null;
  /** Thumbprint of the key that it is bound to; null: none. */
  readonly thumbprint: Buffer | null;
  /** The sign-in that it belongs to; undefined: it is the client's own. */
  readonly signIn?: SignInFacts;
}

/**
 * The claims of a JWT access token (RFC 9068 §2.2): `sub` is the account or, where there is none, the client; `auth_time`
 * and `acr` only where a sign-in is known (D404).
 */
export function unsignedAccessToken(
  issuer: string,
  { identifier, number, signingAlg }: KnownResource,
  { client, grantId, issue, issuedAt, expiresAt, scope, thumbprint, signIn }: TokenFacts,
): UnsignedAccessToken {
  const { authTime = null, methods = [] } = signIn ?? {};
  const strength = authTime && { auth_time: secondsOf(authTime.getTime()), acr: acrOf(methods) ?? undefined };
  const claims = {
    iss: issuer,
    sub: signIn?.accountId ?? client.clientId,
    aud: identifier,
    exp: secondsOf(expiresAt),
    iat: secondsOf(issuedAt),
    jti: jtiOf(grantId, issue, number),
    client_id: client.clientId,
    ...(scope && { scope }),
    ...strength,
    ...(thumbprint && { cnf: { jkt: thumbprint.toString('base64url') } }), // RFC 9449 §6.1
  };
  return { alg: signingAlg, claims };
}

/** Signs JWT access tokens, and reads them where they are presented (RFC 9068). */
@Injectable()
export class JwtAccessTokens {
  constructor(
    private readonly keys: SigningKeys,
    private readonly config: AppConfig,
  ) {}

  /** @param typ of another JWT about access tokens */
  async sign({ alg, claims }: UnsignedAccessToken, typ = TYPE): Promise<string> {
    const { kid, key } = await this.keys.current(alg);
    return new SignJWT({ ...claims }).setProtectedHeader({ alg, kid, typ }).sign(key);
  }

  /**
   * Reads one of this server, however old: its signature proves that it is of its grant. null: it is none.
   * @throws what the database throws
   */
  async read(plain: string): Promise<ReadAccessToken | null> {
    if (plain.split('.').length !== 3) return null;
    const keys = createLocalJWKSet({ keys: [...(await this.keys.published())] });
    const expected = { issuer: this.config.publicUrl, typ: TYPE, algorithms: [...SIGNING_ALGORITHMS] };
    const verified = await jwtVerify(plain, keys, { ...expected, currentDate: new Date(0) }).catch(
      () => null,
    );
    return verified && readFrom(verified.payload);
  }
}

function readFrom({ jti = '', iat = 0, exp = 0, scope, cnf }: Claims): ReadAccessToken | null {
  const bytes = Buffer.from(String(jti), 'base64url');
  if (bytes.length !== JTI.bytes) return null;
  const { jkt } = (cnf ?? {}) as { readonly jkt?: string };
  return {
    grantId: bytes.readBigInt64BE(JTI.grant).toString(),
    issue: bytes.readUIntBE(JTI.issue, ISSUE_BYTES),
    issuedAt: Number(iat) * SECOND,
    expiresAt: Number(exp) * SECOND,
    tokenType: jkt === undefined ? 'bearer' : 'dpop',
    macAlgorithm: null,
    macKey: null,
    thumbprint: jkt === undefined ? null : Buffer.from(jkt, 'base64url'),
    isOfInterface: false,
    scope: NOT_NARROWED,
    target: {
      numbers: [bytes.readBigInt64BE(JTI.resource).toString()],
      scope: typeof scope === 'string' ? scope : '',
    },
    anchor: null,
  };
}

/** Tells the tokens apart, and lets one be ended by itself. */
function jtiOf(grantId: Long, issue: number, resource: Long): string {
  const bytes = Buffer.alloc(JTI.bytes);
  bytes.writeBigInt64BE(BigInt(grantId), JTI.grant);
  bytes.writeUIntBE(issue, JTI.issue, ISSUE_BYTES);
  bytes.writeBigInt64BE(BigInt(resource), JTI.resource);
  return bytes.toString('base64url');
}

function secondsOf(millis: number): number {
  return Math.floor(millis / SECOND);
}
