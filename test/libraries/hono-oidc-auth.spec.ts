import { getAuth, initOidcAuthMiddleware, oidcAuthMiddleware, type OidcClaimsHook } from '@hono/oidc-auth';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Hono } from 'hono';
import { ANNA, LibraryServer } from './library-server.js';
import { listenerOf, locationOf, Visitor, WebApp } from './web-app.js';

/** As its README has it, for a session that has the name too. */
const withName: OidcClaimsHook = (before, claims) => {
  const { sub, email, name } = { ...before, ...claims };
  return Promise.resolve({ sub: String(sub), email: email as string, name: name as string });
};

describe('@hono/oidc-auth signs a user in', () => {
  let server: LibraryServer;
  const apps: WebApp[] = [];
  beforeAll(async () => {
    server = await LibraryServer.start();
  });
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await server.close();
  });

  async function known(hook?: OidcClaimsHook): Promise<unknown> {
    const { issuer, clientId, clientSecret } = server.settings;
    const site = new Hono();
    site.use(
      initOidcAuthMiddleware({
        OIDC_AUTH_SECRET: 'of the test, for its cookies, long enough',
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: clientId,
        OIDC_CLIENT_SECRET: clientSecret,
      }),
    );
    site.use(async (context, next) => {
      context.set('oidcClaimsHook', hook);
      await next();
    });
    site.use('*', oidcAuthMiddleware());
    site.get('*', async (context) => context.json(await getAuth(context)));
    const app = await WebApp.start((url) => listenerOf(url, async (request) => site.fetch(request)));
    apps.push(app);
    const visitor = new Visitor();
    const link = new URL(locationOf(await visitor.ask(`${app.url}/`)));
    expect(link.searchParams.get('scope')).toContain('openid profile email phone family'); // those of the metadata
    expect(locationOf(await visitor.signsIn(link.href, ANNA))).toBe(`${app.url}/`);
    return (await visitor.ask(`${app.url}/`)).json();
  }

  it('and knows the e-mail address with its defaults', async () => {
    expect(await known()).toMatchObject({ sub: '1', email: ANNA.email });
  });

  it('and the name, if the session is to have it', async () => {
    expect(await known(withName)).toMatchObject({ sub: '1', email: ANNA.email, name: ANNA.name });
  });
});
