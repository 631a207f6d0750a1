import { IsNull, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { SECOND } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import type { Method } from '../../identity/sessions/authentication.js';
import { signInOfNow } from '../../identity/sign-ins/held-rank.js';
import { keptMethods } from '../../identity/sessions/kept-methods.js';
import { AuthorizationCode } from './authorization-code.entity.js';

const LIFETIME_MS = 60 * SECOND; // D54

/** The account is locked against being disabled meanwhile (D24). */
const ISSUE = `WITH who AS (SELECT id FROM account WHERE id = $3 AND status = 'active' FOR SHARE)
  INSERT INTO authorization_code (digest, client_id, account_id, redirect_uri, scope, code_challenge, expires_at, nonce, auth_time, sid, methods, dpop_jkt, sign_in_id, claims, resources)
  SELECT $1::bytea, $2::bigint, who.id, $4, $5, $6, $7::timestamptz, $8, $9::timestamptz, $10, $11, $12, $13, $14, $15 FROM who RETURNING account_id`;

/** What a code is issued for. */
export type CodeRequest = Pick<
  AuthorizationCode,
  | 'clientId'
  | 'accountId'
  | 'redirectUri'
  | 'scope'
  | 'claims'
  | 'resources'
  | 'codeChallenge'
  | 'dpopJkt'
  | 'nonce'
  | 'authTime'
  | 'sid'
  | 'signInId'
> & { readonly methods: readonly Method[] };

/**
 * Issues an authorization code (§3.3, D54); `CodeExchange` redeems it.
 * @returns the code, of which only the digest is stored
 * @throws CallError credentialInvalid when the account was disabled or deleted meanwhile
 */
export async function issueCode(tx: EntityManager, request: CodeRequest, now: Date): Promise<string> {
  const { clientId, accountId, redirectUri, scope, codeChallenge, nonce, authTime, sid } = request;
  const code = randomSecret();
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const binding = [redirectUri, scope, codeChallenge];
  const signIn = [authTime, sid, keptMethods(request.methods)];
  const values = [
    digestOf(code),
    clientId,
    accountId,
    ...binding,
    expiresAt,
    nonce,
    ...signIn,
    request.dpopJkt,
    await signInOfNow(tx, request.signInId, now),
    request.claims,
    request.resources,
  ];
  const [issued] = await tx.query<unknown[]>(ISSUE, values);
  if (!issued) throw new CallError(Errors.credentialInvalid, { accountId });
  return code;
}

/**
 * Deletes codes that were not redeemed yet; those of devices: `endOpenDeviceCodes`.
 * @param which only those of a client or of a sign-in; left out: all
 * @returns how many there were
 */
export async function endOpenCodes(
  tx: EntityManager,
  accountId: Long,
  which: FindOptionsWhere<Pick<AuthorizationCode, 'clientId' | 'sid' | 'signInId'>> = {},
): Promise<number> {
  const { affected } = await tx.delete(AuthorizationCode, { accountId, usedAt: IsNull(), ...which });
  return affected ?? 0;
}
