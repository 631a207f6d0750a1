import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { betterAuth } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins';
import { ANNA, LibraryServer } from './library-server.js';
import { listenerOf, locationOf, Visitor, WebApp } from './web-app.js';

describe('better-auth signs a user in by its generic OAuth', () => {
  let server: LibraryServer;
  let app: WebApp;
  const visitor = new Visitor();
  beforeAll(async () => {
    server = await LibraryServer.start();
    const { issuer, clientId, clientSecret } = server.settings;
    app = await WebApp.start((baseURL) => {
      const auth = betterAuth({
        baseURL,
        secret: 'of the test, for its cookies, long enough',
        telemetry: { enabled: false },
        plugins: [
          genericOAuth({
            config: [
              {
                providerId: 'hearth',
                discoveryUrl: `${issuer}/.well-known/openid-configuration`,
                clientId,
                clientSecret,
                scopes: ['openid', 'profile', 'email'],
              },
            ],
          }),
        ],
      });
      return listenerOf(baseURL, (request) => auth.handler(request));
    });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  async function call(path: string, body?: object): Promise<Record<string, unknown> | null> {
    return (await (await visitor.ask(`${app.url}/api/auth/${path}`, body)).json()) as Record<
      string,
      unknown
    > | null;
  }

  it('takes the code, and name and address from the userinfo', async () => {
    const { url } = (await call('sign-in/social', { provider: 'hearth', callbackURL: '/' })) as {
      url: string;
    };
    expect(locationOf(await visitor.signsIn(url, ANNA))).toBe('/');
    expect(await call('get-session')).toMatchObject({
      user: { name: ANNA.name, email: ANNA.email, emailVerified: false },
    });
  });

  it('refreshes', async () => {
    const [account] = (await call('list-accounts')) as unknown as { id: string }[];
    const before = await call('get-access-token', { accountId: account.id });
    const after = await call('refresh-token', { accountId: account.id });
    expect(after?.accessToken).toMatch(/^[\w-]{92}$/);
    expect(after?.accessToken).not.toBe(before?.accessToken);
  });

  it('signs out, here and there', async () => {
    const { url } = (await call('sign-out', {})) as { url: string };
    const there = new URL(url);
    expect(there.origin + there.pathname).toBe(`${server.url}/logout`);
    expect(await (await fetch(there)).text()).toContain('<h1>Sign out?</h1>');
    expect(await call('get-session')).toBeNull();
  });
});
