import { decodeProtectedHeader, jwtVerify, type CryptoKey, type JWTPayload } from 'jose';
import { isSameAddress } from './same-address.js';
import type { KeyCache } from './key-cache.js';
import { ProofProblem } from './proof-problem.js';
import { readPublicKey, type PublicKey } from './public-key.js';

/** Asymmetric algorithms only (RFC 9449 §4.3). */
export const DPOP_ALGORITHMS: readonly string[] = [
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
  ...['PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'],
];
/** In characters: three times what a key of 4096 bits needs. */
const MAX_PROOF = 8192;
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const MAX_JTI = 256;
const TYP = 'dpop+jwt';
const SKEW_SECONDS = 300;

/** A proof whose signature is right; whom it is for was not looked at. */
export interface SignedProof {
  readonly key: PublicKey;
  readonly htm: string;
  readonly htu: string;
  readonly jti: string;
  /** Seconds since the epoch. */
  readonly iat: number;
  readonly ath: string | null;
  readonly nonce: string | null;
  readonly alg: string;
  /** Seconds since the epoch; null: left out. */
  readonly nbf: number | null;
}

type Claims = Omit<JWTPayload, 'nbf'> & { readonly nbf?: number | null };

/** The request that a proof must be for. */
interface ProvenRequest {
  readonly method: string;
  /** The address of the request at this server; its query does not matter. */
  readonly url: string;
  /** SHA-256 of the access token beside it, in base64url; null: there is none. */
  readonly ath: string | null;
}

/**
 * Reads a proof and checks its signature (RFC 9449 §4.2, §4.3).
 * @param text the DPoP header: of several, Node makes one text with commas, which is no proof
 * @param now for `exp` and `nbf`, should a client send these
 * @throws ProofProblem
 */
export async function readProof(text: string, keys: KeyCache, now: Date): Promise<SignedProof> {
  if (text.length > MAX_PROOF) throw new ProofProblem(`it has more than ${MAX_PROOF} characters`);
  if (!COMPACT.test(text)) throw new ProofProblem('it must be one JWT');
  const { alg, key } = headerOf(text);
  const imported = await importOf(key, alg, keys);
  const payload = await verified(text, imported, alg, now);
  keys.keep(key, alg, imported);
  return { key, alg, ...claimsOf(payload) };
}

/** @throws ProofProblem: it is for another request */
export function requireFor({ htm, htu, ath }: SignedProof, asked: ProvenRequest): void {
  if (htm !== asked.method) throw new ProofProblem(`its htm must be ${asked.method}`);
  if (!isSameAddress(htu, asked.url)) throw new ProofProblem(`its htu must be ${asked.url}`);
  if (asked.ath !== null && ath !== asked.ath)
    throw new ProofProblem('its ath must be the SHA-256 of the access token, in base64url');
}

function headerOf(text: string): { readonly alg: string; readonly key: PublicKey } {
  const { typ, alg, jwk } = decoded(text);
  if (typ !== TYP) throw new ProofProblem(`its typ must be ${TYP}`);
  if (typeof alg !== 'string' || !DPOP_ALGORITHMS.includes(alg))
    throw new ProofProblem(`its alg must be one of ${DPOP_ALGORITHMS.join(', ')}`);
  const key = readPublicKey(jwk);
  if (typeof key === 'string') throw new ProofProblem(key);
  return { alg, key };
}

function decoded(text: string): ReturnType<typeof decodeProtectedHeader> {
  try {
    return decodeProtectedHeader(text);
  } catch {
    throw new ProofProblem('its header can not be read');
  }
}

async function importOf(key: PublicKey, alg: string, keys: KeyCache): Promise<CryptoKey> {
  try {
    return await keys.find(key, alg);
  } catch {
    throw new ProofProblem(`its jwk is no key of ${alg}`);
  }
}

async function verified(text: string, key: CryptoKey, alg: string, now: Date): Promise<JWTPayload> {
  const options = { algorithms: [alg], currentDate: now, clockTolerance: SKEW_SECONDS };
  try {
    return (await jwtVerify(text, key, options)).payload;
  } catch {
    throw new ProofProblem('its signature is wrong, or it is not valid now');
  }
}

function claimsOf({ nbf = null, ...claims }: Claims): Omit<SignedProof, 'key' | 'alg'> {
  const { htm, htu, jti, iat, ath, nonce } = claims;
  if (typeof htm !== 'string') throw new ProofProblem('its htm is missing');
  if (typeof htu !== 'string') throw new ProofProblem('its htu is missing');
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_JTI)
    throw new ProofProblem(`its jti must have 1 to ${MAX_JTI} characters`);
  if (typeof iat !== 'number') throw new ProofProblem('its iat is missing');
  if (nonce !== undefined && typeof nonce !== 'string') throw new ProofProblem('its nonce must be a text');
  return { htm, htu, jti, iat, ath: typeof ath === 'string' ? ath : null, nonce: nonce ?? null, nbf };
}
