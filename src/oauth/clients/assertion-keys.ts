import { importJWK, type JSONWebKeySet, type JWK } from 'jose';
import { FRAGMENT, isSafe, problemWithAddress } from '../../platform/checks/address.js';

/** Algorithms of assertions: asymmetric ones only, since Hearth has only public keys. */
export const ASSERTION_ALGORITHMS = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
];
const USUAL_ALGORITHM: Readonly<Record<string, string>> = {
  RSA: 'RS256',
  OKP: 'EdDSA',
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
};
/** RFC 7518 §3.3. */
const MIN_RSA_BYTES = 256;

/**
 * The problem with the `jwks` of a client record, or null; that of a single key begins with its path (`.keys[0] must
 * …`).
 */
export async function problemWithJwks(jwks: unknown): Promise<string | null> {
  const keys = (jwks as Partial<JSONWebKeySet> | null)?.keys;
  if (!Array.isArray(keys) || keys.length === 0) return 'must be a JSON Web Key Set: {"keys": [{…}]}';
  for (const [index, key] of keys.entries()) {
    const problem = await problemWithKey(key);
    if (problem !== null) return `.keys[${index}] ${problem}`;
  }
  return null;
}

/** The problem with a `jwksUrl`, or null. */
export function problemWithJwksUrl(text: string): string | null {
  return problemWithOutsideUrl(text, 'https://idp.example/jwks.json');
}

/** The problem with a URL that this server calls, or null. Its host's address is checked when it is called. */
export function problemWithOutsideUrl(text: string, example: string): string | null {
  const problem = problemWithAddress(text, isSafe, `must be an https URL, such as ${example}`);
  return problem ?? (text.includes('#') ? FRAGMENT : null);
}

/** The problem with the issuer that a client's assertions name, or null. */
export function problemWithIssuer(text: string): string | null {
  return /^[!-~]{1,255}$/.test(text) ? null : 'must be 1 to 255 printable ASCII characters without spaces';
}

async function problemWithKey(key: Partial<JWK> | null): Promise<string | null> {
  if (typeof key !== 'object' || key === null) return 'must be an object';
  if (!['RSA', 'EC', 'OKP'].includes(key.kty ?? '')) return 'must have the kty RSA, EC or OKP';
  if (key.d !== undefined) return 'must be a public key, without its private part (d)';
  if (key.alg !== undefined && !ASSERTION_ALGORITHMS.includes(key.alg))
    return `must have one of these as alg, or none: ${ASSERTION_ALGORITHMS.join(', ')}`;
  if (key.use !== undefined && key.use !== 'sig') return 'must have the use sig, or none';
  if (key.kty === 'RSA' && Buffer.from(key.n ?? '', 'base64url').length < MIN_RSA_BYTES)
    return 'must have 2048 bits or more';
  try {
    await importJWK(key as JWK, key.alg ?? USUAL_ALGORITHM[key.kty ?? ''] ?? USUAL_ALGORITHM[key.crv ?? '']);
    return null;
  } catch {
    return 'is not a key that can be read';
  }
}
