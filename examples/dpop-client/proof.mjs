// Keys and proofs of DPoP (RFC 9449 §4), without dependencies. On the command line (docs/dpop.md):
//   node examples/dpop-client/proof.mjs key                             prints a new private key, for DPOP_KEY
//   node examples/dpop-client/proof.mjs METHOD ADDRESS [TOKEN [NONCE]]  prints a proof by the key in DPOP_KEY
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
} from 'node:crypto';
import { realpathSync } from 'node:fs';
import { argv, env } from 'node:process';
import { fileURLToPath } from 'node:url';

/** A private key as a JWK. In a browser: crypto.subtle, not extractable, kept in IndexedDB. */
export function newKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}

/** The DPoP header of one request; nonce is the last one that the server gave, if any. */
export function proof(key, htm, htu, { token, nonce } = {}) {
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' });
  const ath = token && createHash('sha256').update(token).digest('base64url');
  const iat = Math.floor(Date.now() / 1000); // within five minutes of the server's clock
  const claims = { jti: randomUUID(), htm, htu, iat, ath, nonce };
  const signed = `${encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

function encoded(content) {
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

if (realpathSync(argv[1]) === fileURLToPath(import.meta.url)) {
  const [, , method, address, token, nonce] = argv;
  if (method === 'key') console.log(JSON.stringify(newKey()));
  else
    console.log(
      proof(JSON.parse(env.DPOP_KEY), method, address, {
        token: token || undefined,
        nonce: nonce || undefined,
      }),
    );
}
