import * as appauth from '@openid/appauth';
import { NodeCrypto } from '@openid/appauth/built/src/node_support/index.js';
import { createServer } from 'node:http';

const issuer = process.env.HEARTH;
const client_id = 'family-phone';
const redirect_uri = 'http://127.0.0.1:4005/callback'; // on a phone: https://family.example/callback

/** In place of a phone's system: prints the address that its browser opens, and receives the redirect. */
class Terminal extends appauth.AuthorizationRequestHandler {
  async performAuthorizationRequest(configuration, request) {
    await request.setupCodeVerifier(); // PKCE
    const { port, hostname } = new URL(redirect_uri);
    const server = createServer();
    this.callback = new Promise((resolve) => server.once('request', (...both) => resolve(both)));
    void this.callback.finally(() => server.close());
    server.listen(Number(port), hostname, () =>
      console.log(`Open ${this.buildRequestUrl(configuration, request)}`),
    );
  }

  async completeAuthorizationRequest(request) {
    const [{ url }, page] = await this.callback;
    page.writeHead(200, { Connection: 'close' }).end('You can close this page.');
    const { code, state, error } = Object.fromEntries(new URL(url, redirect_uri).searchParams);
    if (error || state !== request.state) throw new Error(error ?? 'This answers another request.');
    return code;
  }
}

async function main() {
  const requests = new appauth.FetchRequestor();
  const crypto = new NodeCrypto();
  // 1. Discover the addresses.
  const configuration = await appauth.AuthorizationServiceConfiguration.fetchFromIssuer(issuer, requests);
  // 2. Send the person to Hearth, by the browser of the system.
  const asked = { client_id, redirect_uri, scope: 'account', response_type: 'code' };
  const request = new appauth.AuthorizationRequest(asked, crypto);
  const terminal = new Terminal(new appauth.BasicQueryStringUtils(), crypto);
  await terminal.performAuthorizationRequest(configuration, request);
  const code = await terminal.completeAuthorizationRequest(request);
  // 3. Exchange the code for tokens.
  const extras = { code_verifier: request.internal.code_verifier };
  const exchange = { client_id, redirect_uri, grant_type: 'authorization_code', code, extras };
  const { accessToken } = await new appauth.BaseTokenRequestHandler(requests).performTokenRequest(
    configuration,
    new appauth.TokenRequest(exchange),
  );
  // 4. Call.
  const headers = { Authorization: `Bearer ${accessToken}` };
  const { a01 } = await (await fetch(`${issuer}/api/acc/getloggedaccount`, { headers })).json();
  const { name, families } = a01.r.r;
  console.log(`Hello ${name} of ${families.map(({ familyName }) => familyName).join(' and ')}`);
}

void main();
