/** A public key as authenticators send it (RFC 9052 §7), by the number of each parameter. */
type CoseKey = ReadonlyMap<number, unknown>;

const MOST_BYTES = 2048;
const MOST_EXPONENT_BYTES = 4;
const RSA_BITS = { least: 2048, most: 4096 };

const [KTY, ALG] = [1, 3];
/** Of a key on a curve; an RSA key has its modulus and exponent under the first two numbers. */
const [CRV, X, Y] = [-1, -2, -3];
const [N, E] = [CRV, X];

/**
 * The algorithms that browsers are asked for, the preferred one first, and the check of a key for each (RFC 9053 §7,
 * RFC 8230 §4).
 */
const KEYS: readonly (readonly [algorithm: number, isOne: (key: CoseKey) => boolean])[] = [
  [-8, (key) => key.get(KTY) === 1 && key.get(CRV) === 6 && lengthOf(key.get(X)) === 32], // EdDSA, Ed25519
  [
    -7,
    (key) => key.get(KTY) === 2 && key.get(CRV) === 1 && [X, Y].every((one) => lengthOf(key.get(one)) === 32),
  ], // ES256, P-256
  [-257, (key) => key.get(KTY) === 3 && isModulus(key.get(N)) && isExponent(key.get(E))], // RS256
];

export const ALGORITHMS: readonly number[] = KEYS.map(([algorithm]) => algorithm);

/** Whether the key is of an algorithm that was asked for, and not expensively large. */
export async function isUsableKey(publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (publicKey.length > MOST_BYTES) return false;
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers');
  const key = decodeCredentialPublicKey(publicKey) as unknown as CoseKey;
  return KEYS.some(([algorithm, isOne]) => key.get(ALG) === algorithm && isOne(key));
}

function isModulus(value: unknown): boolean {
  if (!(value instanceof Uint8Array) || value[0] === 0) return false; // RFC 8230 §4: without leading zeros
  const bits = value.length * 8 - Math.clz32(value[0]) + 24;
  return bits >= RSA_BITS.least && bits <= RSA_BITS.most;
}

/** Refuses 1, with which any signature would be valid. */
function isExponent(value: unknown): boolean {
  if (!(value instanceof Uint8Array) || value.length > MOST_EXPONENT_BYTES) return false;
  return Number(`0x${Buffer.from(value).toString('hex') || '0'}`) > 1;
}

function lengthOf(value: unknown): number {
  return value instanceof Uint8Array ? value.length : 0;
}
