import { discovered } from './by-openid-client.js';
import { scriptString, SCOPE, signsIn } from './snippet.js';

/** Libraries of sites with a server: for clients with a secret. */
const SITE = { language: 'js', runsIn: 'server' } as const;

/** Passport in Express, by the strategy of openid-client. */
export const PASSPORT = signsIn(
  {
    ...SITE,
    name: 'Passport',
    file: 'app.mjs',
    note: 'The strategy is a part of openid-client; it checks with PKCE and iss that the answer is to this browser’s request.',
  },
  (client) => `import express from 'express';
import session from 'express-session';
import * as oidc from 'openid-client';
import { Strategy } from 'openid-client/passport';
import passport from 'passport';

${discovered(client)}
const callbackURL = new URL(${scriptString(client.redirectUri)});

const settings = { name: 'hearth', config, callbackURL, scope: '${SCOPE}' };
const verify = async (tokens, done) =>
  done(null, await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims().sub));
passport.use(new Strategy(settings, verify));
passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, user));

export const app = express();
app.use(session({ secret: process.env.SESSION_SECRET, resave: false, saveUninitialized: false }));
app.use(passport.session());
app.get('/login', passport.authenticate('hearth'));
app.get(callbackURL.pathname, passport.authenticate('hearth', { successRedirect: '/', failureRedirect: '/' }));
app.get('/', ({ user }, response) => response.json(user ?? null));`,
);

/** Auth.js, also known as NextAuth.js: for Next.js, SvelteKit, Express and others. */
export const AUTH_JS = signsIn(
  {
    ...SITE,
    name: 'Auth.js',
    file: 'auth.ts',
    note: 'Its redirect URL is /api/auth/callback/hearth of your application, such as https://shop.example/api/auth/callback/hearth. It takes its own secret from AUTH_SECRET.',
  },
  ({ issuer, clientId, secret }) => `import NextAuth from 'next-auth';

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: 'hearth',
      name: 'Hearth',
      type: 'oidc',
      issuer: '${issuer}',
      clientId: ${scriptString(clientId)},
      clientSecret: ${scriptString(secret)},
      idToken: false, // name and e-mail address are at /userinfo
    },
  ],
});`,
);

/** The version before, which many sites of Next.js still have. */
export const NEXT_AUTH = signsIn(
  {
    ...SITE,
    name: 'NextAuth.js 4',
    file: 'pages/api/auth/[...nextauth].js',
    note: 'Its redirect URL is /api/auth/callback/hearth of your application. It takes its own secret from NEXTAUTH_SECRET, and its address from NEXTAUTH_URL.',
  },
  ({ issuer, clientId, secret }) => `import NextAuth from 'next-auth';

export default NextAuth({
  providers: [
    {
      id: 'hearth',
      name: 'Hearth',
      type: 'oauth',
      wellKnown: '${issuer}/.well-known/openid-configuration',
      authorization: { params: { scope: '${SCOPE}' } },
      idToken: true,
      userinfo: { request: ({ client, tokens }) => client.userinfo(tokens) }, // name and e-mail address
      checks: ['pkce', 'state'],
      clientId: ${scriptString(clientId)},
      clientSecret: ${scriptString(secret)},
      profile: ({ sub, name, email }) => ({ id: sub, name, email }),
    },
  ],
});`,
);

/** The middleware of Hono, which keeps the session in a cookie. */
export const HONO = signsIn(
  { ...SITE, name: '@hono/oidc-auth', file: 'site.mjs' },
  ({ issuer, clientId, secret, redirectUri }) => `import {
  getAuth,
  initOidcAuthMiddleware,
  oidcAuthMiddleware,
  processOAuthCallback,
} from '@hono/oidc-auth';
import { Hono } from 'hono';

export const site = new Hono();
const settings = {
  OIDC_ISSUER: '${issuer}',
  OIDC_CLIENT_ID: ${scriptString(clientId)},
  OIDC_CLIENT_SECRET: ${scriptString(secret)},
  OIDC_REDIRECT_URI: ${scriptString(redirectUri)},
  OIDC_SCOPES: '${SCOPE}',
  OIDC_AUTH_SECRET: process.env.OIDC_AUTH_SECRET, // of your own, 32 characters or more
};
site.use(initOidcAuthMiddleware(settings));
site.use(async (context, next) => {
  context.set('oidcClaimsHook', async (_before, _claims, { access_token }) => {
    const headers = { Authorization: \`Bearer \${access_token}\` };
    const { sub, name, email } = await (await fetch('${issuer}/userinfo', { headers })).json();
    return { sub, name, email };
  });
  await next();
});
site.get(new URL(settings.OIDC_REDIRECT_URI).pathname, processOAuthCallback);
site.use(oidcAuthMiddleware());
site.get('/', async (context) => context.json(await getAuth(context)));`,
);

/** Microsoft's library, which takes any issuer in its mode for OpenID Connect. */
export const MSAL = signsIn(
  {
    ...SITE,
    name: 'MSAL Node',
    file: 'hearth-msal.mjs',
    note: 'It only takes an issuer with https, and keeps the refresh token to itself: acquireTokenSilent uses it.',
  },
  ({ issuer, clientId, secret, redirectUri }) => `import {
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
    clientSecret: ${scriptString(secret)},
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
);
