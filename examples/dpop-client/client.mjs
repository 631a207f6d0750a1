// Binds a token to a key and calls with it (docs/dpop.md). No dependencies:
//   npm start                                # in another terminal, once
//   node --env-file=data/demo.env examples/dpop-client/client.mjs
import { newKey, proof } from './proof.mjs';

const { HEARTH, PRIVILEGED, MEMBER, MEMBER_PASSWORD } = process.env;
if (!HEARTH)
  throw new Error('Start it with --env-file=data/demo.env, which the first start of the server makes.');

const key = newKey(); // kept for as long as the tokens
let nonce; // the last one that the server gave

/** Sends a request with a proof; where the server asks for a nonce, once more with it. */
async function send(method, address, { headers, body, token }) {
  for (let tries = 0; ; tries++) {
    const DPoP = proof(key, method, address, { token, nonce });
    const response = await fetch(address, { method, headers: { ...headers, DPoP }, body });
    nonce = response.headers.get('DPoP-Nonce') ?? nonce;
    if (response.ok) return response.json();
    const told = `${response.headers.get('WWW-Authenticate')} ${await response.text()}`;
    if (tries > 0 || !told.includes('use_dpop_nonce')) throw new Error(`${response.status} ${told}`);
  }
}

const form = { grant_type: 'password', username: MEMBER, password: MEMBER_PASSWORD };
const { access_token: token, token_type: type } = await send('POST', `${HEARTH}/token`, {
  headers: { Authorization: `Basic ${Buffer.from(PRIVILEGED).toString('base64')}` },
  body: new URLSearchParams(form),
});

const call = await send('GET', `${HEARTH}/api/acc/getloggedaccount`, {
  headers: { Authorization: `${type} ${token}` },
  token,
});
console.log(call.a01.r.r);
