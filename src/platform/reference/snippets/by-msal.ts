import { scriptString } from './quoted.js';
import { SCOPE, type SnippetFramework } from './snippet.js';

/** Microsoft's library, which takes any issuer in its mode for OpenID Connect. */
export const MSAL: SnippetFramework = {
  name: 'MSAL Node',
  file: 'hearth-msal.mjs',
  language: 'js',
  runsIn: 'server',
  flows: {
    code: ({ issuer, clientId, secret, redirectUri }) => `import {
  ConfidentialClientApplication,
  CryptoProvider,
  ProtocolMode,
} from '@azure/msal-node';

const authority = '${issuer}';
const redirectUri = ${scriptString(redirectUri)};
const scopes = [${SCOPE.split(' ')
      .map((name) => `'${name}'`)
      .join(', ')}];
const application = new ConfidentialClientApplication({
  auth: {
    authority,
    knownAuthorities: [new URL(authority).host],
    clientId: ${scriptString(clientId)},
    clientSecret: ${scriptString(secret ?? '')},
  },
  system: { protocolMode: ProtocolMode.OIDC },
});
const chance = new CryptoProvider();

// Keep the two checks in the user's session, and send the browser to the address.
export async function begin() {
  const { verifier, challenge } = await chance.generatePkceCodes();
  const checks = { codeVerifier: verifier, state: chance.createNewGuid() };
  const address = await application.getAuthCodeUrl({
    redirectUri,
    scopes,
    state: checks.state,
    codeChallenge: challenge,
    codeChallengeMethod: 'S256',
  });
  return { address, checks };
}

// The browser came back: to which address, and with the checks of this user's session.
export async function finish(address, checks) {
  const answer = Object.fromEntries(address.searchParams);
  if (answer.error) throw new Error(answer.error_description ?? answer.error);
  const asked = { redirectUri, scopes, code: answer.code, ...checks };
  const tokens = await application.acquireTokenByCode(asked, answer);
  const headers = { Authorization: \`Bearer \${tokens.accessToken}\` };
  const user = await (await fetch(new URL('/userinfo', authority), { headers })).json();
  return { tokens, user };
}`,
  },
  notes: {
    code: 'It only takes an issuer with https, and keeps the refresh token to itself: acquireTokenSilent uses it.',
  },
};
