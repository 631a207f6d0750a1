const MOST_BYTES = 16 * 1024;
const MOST_LETTERS = Math.ceil((MOST_BYTES * 4) / 3);

/**
 * Returns what the authenticator made, without the attestation of its model (D307). The library would trust the
 * sender's certificates there, and fetch the addresses in them.
 * @param attestationObject base64url, as the browser sent it
 * @throws Error for anything else
 */
export async function withoutAttestation(attestationObject: unknown): Promise<string> {
  if (typeof attestationObject !== 'string' || attestationObject.length > MOST_LETTERS)
    throw new Error('no attestation object, or one that is too large');
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const bare = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare));
}
