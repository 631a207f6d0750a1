// Gets a MAC token for a password and makes a signed call with it (docs/authentication.md#mac). No dependencies:
//   npm start                                # in another terminal, once
//   node --env-file=data/demo.env examples/mac-client/client.mjs
import { createHmac, randomUUID } from 'node:crypto';

const { HEARTH, PRIVILEGED, MEMBER, MEMBER_PASSWORD } = process.env;
if (!HEARTH)
  throw new Error('Start it with --env-file=data/demo.env, which the first start of the server makes.');

/** The Authorization header of a request, as draft-ietf-oauth-v2-http-mac-01 has it. */
function sign(method, address, { access_token: id, mac_key: key, mac_algorithm: algorithm }) {
  const { pathname, search, hostname, port, protocol } = new URL(address);
  const ts = String(Math.floor(Date.now() / 1000)); // within five minutes of the server's clock
  const nonce = randomUUID(); // never twice with one token
  const parts = [
    ts,
    nonce,
    method,
    pathname + search,
    hostname,
    port || (protocol === 'https:' ? '443' : '80'),
    '',
  ];
  const text = parts.map((part) => `${part}\n`).join('');
  const mac = createHmac(algorithm === 'hmac-sha-256' ? 'sha256' : 'sha1', key)
    .update(text)
    .digest('base64');
  return `MAC id="${id}", ts="${ts}", nonce="${nonce}", mac="${mac}"`;
}

async function answerOf(response) {
  const body = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return body;
}

const basic = `Basic ${Buffer.from(PRIVILEGED).toString('base64')}`;
const form = {
  a01identifier: MEMBER,
  a01password: MEMBER_PASSWORD,
  a01tokentype: 'Mac',
  a01deviceId: 'example',
};
const token = await fetch(`${HEARTH}/api?a01call=log2generateaccesstokenbypassword`, {
  method: 'POST',
  headers: { Authorization: basic },
  body: new URLSearchParams(form),
}).then(answerOf);

const address = `${HEARTH}/api/acc/getloggedaccount`;
const call = await fetch(address, { headers: { Authorization: sign('GET', address, token) } }).then(answerOf);
console.log(call.a01.r.r);
