import {
  scriptString,
  SCOPE,
  type SnippetClient,
  type SnippetFramework,
  IMPORT_READ_FILE,
  READ_KEY,
} from './snippet.js';

/** The parts that openid-client is made of: every step by itself, on each runtime that has fetch. */
export const OAUTH4WEBAPI: SnippetFramework = {
  name: 'oauth4webapi',
  file: 'hearth-steps.mjs',
  language: 'js',
  meets: ['key', 'pushed', 'bound'],
  flows: {
    code: (client) => `${configured(client)}
// Keep the two checks in the user's session, and send the browser to the address.
export async function begin() {
  const checks = { verifier: oauth.generateRandomCodeVerifier(), state: oauth.generateRandomState() };
  const address = new URL(server.authorization_endpoint);
  ${client.demands.includes('pushed') ? 'const parameters' : 'address.search'} = new URLSearchParams({
    ...client,
    redirect_uri,
    response_type: 'code',
    scope: '${SCOPE}',
    state: checks.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
  });
${client.demands.includes('pushed') ? PUSHED : ''}  return { address, checks };
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
}`,
  },
  notes: {},
};

const PUSHED = `  const sent = await oauth.pushedAuthorizationRequest(server, client, authentication, parameters, options);
  const { request_uri } = await oauth.processPushedAuthorizationResponse(server, client, sent);
  address.search = new URLSearchParams({ ...client, request_uri });
`;

function configured({ issuer, clientId, secret, redirectUri, demands }: SnippetClient): string {
  const isByKey = demands.includes('key');
  const isPlain = issuer.startsWith('http:');
  const plain = isPlain ? '{ [oauth.allowInsecureRequests]: true }' : '{}';
  const bySecret = secret === null ? 'oauth.None()' : `oauth.ClientSecretBasic(${scriptString(secret)})`;
  const bound = `// Tokens are bound to this key: keep it where you keep them.
options.DPoP = oauth.DPoP(client, await oauth.generateKeyPair('ES256'));\n`;
  return `${isByKey ? IMPORT_READ_FILE : ''}import * as oauth from 'oauth4webapi';

${isByKey ? READ_KEY : ''}const issuer = new URL('${issuer}');
const client = { client_id: ${scriptString(clientId)} };
const redirect_uri = ${scriptString(redirectUri)};
const authentication = ${isByKey ? 'oauth.PrivateKeyJwt({ key, kid })' : bySecret};
const options = ${plain};${isPlain ? ' // plain HTTP' : ''}
const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
${demands.includes('bound') ? bound : ''}`;
}
