import { scriptString, SCOPE, signsIn, type SnippetClient } from './snippet.js';

/** Libraries of applications that are only pages: for clients without a secret. */
const PAGE = { language: 'js', runsIn: 'page' } as const;

export const OIDC_CLIENT_TS = signsIn(
  { ...PAGE, name: 'oidc-client-ts', file: 'auth.js' },
  (client) => `import { UserManager } from 'oidc-client-ts';

const users = new UserManager({
  ${settings(client).join('\n  ')}
});

export const signIn = () => users.signinRedirect();

// The user, or null; on the page of the redirect URL, the one who came back.
export const user = location.href.startsWith(users.settings.redirect_uri + '?')
  ? await users.signinRedirectCallback()
  : await users.getUser();`,
);

export const REACT_OIDC_CONTEXT = signsIn(
  { ...PAGE, name: 'react-oidc-context', file: 'app.jsx', language: 'jsx' },
  (client) => `import { AuthProvider, useAuth } from 'react-oidc-context';

const settings = {
  ${settings(client).join('\n  ')}
  onSigninCallback: () => history.replaceState({}, '', location.pathname),
};

function Hello() {
  const { isLoading, error, user, signinRedirect } = useAuth();
  if (isLoading) return <p>…</p>;
  if (error) return <p>{error.message}</p>;
  if (user) return <p>Hello {user.profile.name}</p>;
  return <button onClick={() => signinRedirect()}>Sign in</button>;
}

export const App = () => (
  <AuthProvider {...settings}>
    <Hello />
  </AuthProvider>
);`,
);

/** OpenID's own; it reads the answer in the fragment, without asking for it there. */
export const APP_AUTH = signsIn(
  { ...PAGE, name: 'AppAuth-JS', file: 'auth.js' },
  ({ issuer, clientId, redirectUri }) => `import * as appauth from '@openid/appauth';

const client_id = ${scriptString(clientId)};
const redirect_uri = ${scriptString(redirectUri)};
const requests = new appauth.FetchRequestor();
const config = await appauth.AuthorizationServiceConfiguration.fetchFromIssuer('${issuer}', requests);
const handler = new appauth.RedirectRequestHandler();

export function signIn() {
  const request = new appauth.AuthorizationRequest({
    client_id,
    redirect_uri,
    scope: '${SCOPE}',
    response_type: 'code',
    extras: { response_mode: 'fragment' }, // where it looks for the code
  });
  handler.performAuthorizationRequest(config, request);
}

// On the page of the redirect URL: the tokens of the user who came back. Elsewhere null.
export async function tokens() {
  const came = await handler.completeAuthorizationRequest();
  if (came === null) return null;
  if (came.error) throw new Error(came.error.error);
  const request = new appauth.TokenRequest({
    client_id,
    redirect_uri,
    grant_type: 'authorization_code',
    code: came.response.code,
    extras: { code_verifier: came.request.internal.code_verifier },
  });
  return new appauth.BaseTokenRequestHandler(requests).performTokenRequest(config, request);
}`,
);

export const ANGULAR = signsIn(
  {
    ...PAGE,
    name: 'angular-oauth2-oidc',
    file: 'auth.config.ts',
    language: 'ts',
    isUntried: true,
    note: 'The application has provideHttpClient() and provideOAuthClient() among its providers.',
  },
  ({ issuer, clientId, redirectUri }) => `import type { AuthConfig } from 'angular-oauth2-oidc';

export const authConfig: AuthConfig = {
  issuer: '${issuer}',
  clientId: ${scriptString(clientId)},
  redirectUri: ${scriptString(redirectUri)},
  responseType: 'code',
  scope: '${SCOPE}',
};

// In the root component: oauth.configure(authConfig); await oauth.loadDiscoveryDocumentAndTryLogin();
// and at the button: oauth.initCodeFlow(). Name and address: await oauth.loadUserProfile().`,
);

/** The members that oidc-client-ts and what is made of it have. */
function settings({ issuer, clientId, redirectUri }: SnippetClient): string[] {
  return [
    `authority: '${issuer}',`,
    `client_id: ${scriptString(clientId)},`,
    `redirect_uri: ${scriptString(redirectUri)},`,
    `scope: '${SCOPE}',`,
    'loadUserInfo: true, // name and e-mail address',
  ];
}
