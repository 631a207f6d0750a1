import { scriptString } from './quoted.js';
import { SCOPE, type SnippetClient, type SnippetFramework } from './snippet.js';

/** The certified library of Node.js, which runs in browsers and other runtimes as well. */
export const OPENID_CLIENT: SnippetFramework = {
  name: 'openid-client',
  file: 'hearth.mjs',
  language: 'js',
  flows: {
    code: (client) => `${configured(client)}
const redirect_uri = ${scriptString(client.redirectUri)};

// Keep the two checks in the user's session, and send the browser to the address.
export async function begin() {
  const checks = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedState: oidc.randomState(),
  };
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: '${SCOPE}',
    state: checks.expectedState,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  return { address, checks };
}

// The browser came back: to which address, and with the checks of this user's session.
export async function finish(address, checks) {
  const tokens = await oidc.authorizationCodeGrant(config, address, checks);
  const user = await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);
  return { tokens, user };
}`,
    device: (client) => `${configured(client)}
const asked = await oidc.initiateDeviceAuthorization(config, { scope: 'account' });
console.log(\`Open \${asked.verification_uri} and enter \${asked.user_code}\`);

const tokens = await oidc.pollDeviceAuthorizationGrant(config, asked);
console.log(\`Connected for \${tokens.expires_in} seconds\`);`,
    credentials: (client) => `${configured(client)}
const tokens = await oidc.clientCredentialsGrant(config);
console.log(\`A token for \${tokens.expires_in} seconds\`);`,
    provisioning: (client) => `${configured(client)}
const tokens = await oidc.clientCredentialsGrant(config);
const answer = await oidc.fetchProtectedResource(
  config,
  tokens.access_token,
  new URL('${client.issuer}/api/prov/createfamily'),
  'POST',
  new URLSearchParams({ FamilyName: 'Smith', premiumType: '1' }),
);
console.log(await answer.json());`,
    password: (client) => `${configured(client)}
const tokens = await oidc.genericGrantRequest(config, 'password', {
  username: process.env.HEARTH_USER,
  password: process.env.HEARTH_PASSWORD, // a device password, which its user makes at /account
});
console.log(\`A token for \${tokens.expires_in} seconds\`);`,
  },
  notes: {},
};

/** Plain HTTP, which the library refuses otherwise, is for a server on this machine. */
function configured({ issuer, clientId, secret }: SnippetClient): string {
  const isPlain = issuer.startsWith('http:');
  const authentication = secret === null ? 'oidc.None()' : `oidc.ClientSecretBasic(${scriptString(secret)})`;
  const options = isPlain ? `\n  { execute: [oidc.allowInsecureRequests] }, // plain HTTP` : '';
  return `import * as oidc from 'openid-client';

const config = await oidc.discovery(
  new URL('${issuer}'),
  ${scriptString(clientId)},
  undefined,
  ${authentication},${options}
);`;
}
