import {
  scriptString,
  SCOPE,
  type SnippetClient,
  type SnippetFramework,
  IMPORT_READ_FILE,
  READ_KEY,
} from './snippet.js';

/** The certified library of Node.js, which runs in browsers and other runtimes as well. */
export const OPENID_CLIENT: SnippetFramework = {
  name: 'openid-client',
  file: 'hearth.mjs',
  language: 'js',
  meets: ['key', 'pushed', 'bound'],
  flows: {
    code: (client) => `${configured(client)}
const redirect_uri = ${scriptString(client.redirectUri)};

// Keep the two checks in the user's session, and send the browser to the address.
export async function begin() {
  const checks = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedState: oidc.randomState(),
  };
  const parameters = {
    redirect_uri,
    scope: '${SCOPE}',
    state: checks.expectedState,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
  };
  const address = ${addressOf(client)};
  return { address, checks };
}

// The browser came back: to which address, and with the checks of this user's session.
export async function finish(address, checks) {
  const tokens = await oidc.authorizationCodeGrant(config, address, checks${options(client, 1)});
  const user = await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims().sub${options(client)});
  return { tokens, user };
}`,
    device: (client) => `${configured(client)}
const asked = await oidc.initiateDeviceAuthorization(config, { scope: 'account' });
console.log(\`Open \${asked.verification_uri} and enter \${asked.user_code}\`);

const tokens = await oidc.pollDeviceAuthorizationGrant(config, asked${options(client, 1)});
console.log(\`Connected for \${tokens.expires_in} seconds\`);`,
    credentials: (client) => `${configured(client)}
const tokens = await oidc.clientCredentialsGrant(config${options(client, 1)});
console.log(\`A token for \${tokens.expires_in} seconds\`);`,
    provisioning: (client) => `${configured(client)}
const tokens = await oidc.clientCredentialsGrant(config${options(client, 1)});
const answer = await oidc.fetchProtectedResource(
  config,
  tokens.access_token,
  new URL('${client.issuer}/api/prov/createfamily'),
  'POST',
  new URLSearchParams({ FamilyName: 'Smith', premiumType: '1' }),${isBound(client) ? '\n  undefined,\n  { DPoP },' : ''}
);
console.log(await answer.json());`,
    password: (client) => `${configured(client)}
const sent = {
  username: process.env.HEARTH_USER,
  password: process.env.HEARTH_PASSWORD, // a device password, which its user makes at /account
};
const tokens = await oidc.genericGrantRequest(config, 'password', sent${options(client)});
console.log(\`A token for \${tokens.expires_in} seconds\`);`,
  },
  notes: {},
};

/** The configuration, and the key of tokens that have to be bound to one. */
function configured(client: SnippetClient): string {
  const isByKey = client.demands.includes('key');
  const start = isByKey ? IMPORT_READ_FILE : '';
  const dpop = isBound(client)
    ? `// Tokens are bound to this key: keep it where you keep them.
const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair());\n`
    : '';
  return `${start}import * as oidc from 'openid-client';

${isByKey ? READ_KEY : ''}${discovered(client)}\n${dpop}`.trimEnd();
}

/** Plain HTTP, which the library refuses otherwise, is for a server on this machine. */
export function discovered({ issuer, clientId, secret, demands }: SnippetClient): string {
  const isPlain = issuer.startsWith('http:');
  const options = isPlain ? `\n  { execute: [oidc.allowInsecureRequests] }, // plain HTTP` : '';
  const bySecret = secret === null ? 'oidc.None()' : `oidc.ClientSecretBasic(${scriptString(secret)})`;
  return `const config = await oidc.discovery(
  new URL('${issuer}'),
  ${scriptString(clientId)},
  undefined,
  ${demands.includes('key') ? 'oidc.PrivateKeyJwt({ key, kid })' : bySecret},${options}
);`;
}

function addressOf(client: SnippetClient): string {
  return client.demands.includes('pushed')
    ? `await oidc.buildAuthorizationUrlWithPAR(config, parameters${options(client)})`
    : 'oidc.buildAuthorizationUrl(config, parameters)';
}

/** The last argument of a request that has to prove the key. @param skipped how many arguments before it are left out */
function options(client: SnippetClient, skipped = 0): string {
  return isBound(client) ? `${', undefined'.repeat(skipped)}, { DPoP }` : '';
}

function isBound({ demands }: SnippetClient): boolean {
  return demands.includes('bound');
}
