// Keys and proofs of DPoP (RFC 9449 §4) for curl, on the command line (docs/sign-people-in/dpop.md):
//   node examples/dpop-client/proof.mjs key                             prints a new private key, for DPOP_KEY
//   node examples/dpop-client/proof.mjs METHOD ADDRESS [TOKEN [NONCE]]  prints a proof by the key in DPOP_KEY
import { dpopProof } from 'hearth-client';
import { argv, env } from 'node:process';

const ES256 = { name: 'ECDSA', namedCurve: 'P-256' };
const { subtle } = crypto;
const imported = (jwk, uses) => subtle.importKey('jwk', jwk, ES256, true, uses);

const [, , method, url, token, nonce] = argv;
if (method === 'key') {
  const { privateKey } = await subtle.generateKey(ES256, true, ['sign']);
  console.log(JSON.stringify(await subtle.exportKey('jwk', privateKey)));
} else {
  const { kty, crv, x, y, d } = JSON.parse(env.DPOP_KEY);
  const key = {
    publicKey: await imported({ kty, crv, x, y }, ['verify']),
    privateKey: await imported({ kty, crv, x, y, d }, ['sign']),
  };
  const iat = Math.floor(Date.now() / 1000); // within five minutes of the server's clock
  const parts = { method, url, iat, token: token || undefined, nonce: nonce || undefined };
  console.log(await dpopProof(key, parts));
}
