import { scriptString } from './quoted.js';
import { SCOPE, type SnippetFramework } from './snippet.js';

/** The middleware of Hono, which keeps the session in a cookie. */
export const HONO: SnippetFramework = {
  name: '@hono/oidc-auth',
  file: 'site.mjs',
  language: 'js',
  runsIn: 'server',
  flows: {
    code: ({ issuer, clientId, secret, redirectUri }) => `import {
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
  OIDC_CLIENT_SECRET: ${scriptString(secret ?? '')},
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
  },
  notes: {},
};
