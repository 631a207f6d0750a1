import { scriptString } from './quoted.js';
import { SCOPE, type SnippetFramework } from './snippet.js';

/** The parts that openid-client is made of: every step by itself, on each runtime that has fetch. */
export const OAUTH4WEBAPI: SnippetFramework = {
  name: 'oauth4webapi',
  file: 'hearth-steps.mjs',
  language: 'js',
  flows: {
    code: ({ issuer, clientId, secret, redirectUri }) => {
      const isPlain = issuer.startsWith('http:');
      const options = isPlain ? '{ [oauth.allowInsecureRequests]: true }' : '{}';
      const authentication =
        secret === null ? 'oauth.None()' : `oauth.ClientSecretBasic(${scriptString(secret)})`;
      return `import * as oauth from 'oauth4webapi';

const issuer = new URL('${issuer}');
const client = { client_id: ${scriptString(clientId)} };
const redirect_uri = ${scriptString(redirectUri)};
const authentication = ${authentication};
const options = ${options};${isPlain ? ' // plain HTTP' : ''}
const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));

// Keep the two checks in the user's session, and send the browser to the address.
export async function begin() {
  const checks = { verifier: oauth.generateRandomCodeVerifier(), state: oauth.generateRandomState() };
  const address = new URL(server.authorization_endpoint);
  address.search = new URLSearchParams({
    ...client,
    redirect_uri,
    response_type: 'code',
    scope: '${SCOPE}',
    state: checks.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
  });
  return { address, checks };
}

// The browser came back: to which address, and with the checks of this user's session.
export async function finish(address, { verifier, state }) {
  const answer = oauth.validateAuthResponse(server, client, address, state);
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      answer,
      redirect_uri,
      verifier,
      options,
    ),
  );
  const { sub } = oauth.getValidatedIdTokenClaims(tokens);
  const asked = await oauth.userInfoRequest(server, client, tokens.access_token, options);
  return { tokens, user: await oauth.processUserInfoResponse(server, client, sub, asked) };
}`;
    },
  },
  notes: {},
};
