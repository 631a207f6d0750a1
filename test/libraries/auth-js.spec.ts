import { Auth, type AuthConfig } from '@auth/core';
import type { OIDCConfig } from '@auth/core/providers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ANNA, LibraryServer } from './library-server.js';
import { listenerOf, locationOf, Visitor, WebApp } from './web-app.js';

/** What an application needs of it: the session tells who is signed in, and its server has the tokens. */
const TOKENS_IN_SESSION: AuthConfig['callbacks'] = {
  jwt: ({ token, account }) => ({ ...token, ...(account && { account }) }),
  session: ({ session, token }) => ({ ...session, account: token.account }),
};

interface Session {
  readonly user: { readonly name?: string; readonly email?: string };
  readonly account: { readonly access_token: string; readonly providerAccountId: string };
}

describe('@auth/core signs a user in', () => {
  let server: LibraryServer;
  const apps: WebApp[] = [];
  beforeAll(async () => {
    server = await LibraryServer.start();
  });
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await server.close();
  });

  /** @param idToken the library's default: whether it takes the id_token for all there is to know of the user */
  async function signedIn({ idToken }: { idToken: boolean }) {
    const { issuer, clientId, clientSecret } = server.settings;
    const provider: OIDCConfig<object> = {
      id: 'hearth',
      name: 'Hearth',
      type: 'oidc',
      issuer,
      clientId,
      clientSecret,
      idToken: false,
    };
    const config: AuthConfig = {
      secret: 'of the test, for its cookies, long enough',
      trustHost: true,
      basePath: '/auth',
      callbacks: TOKENS_IN_SESSION,
      providers: [{ ...provider, idToken }],
    };
    const app = await WebApp.start((url) => listenerOf(url, (request) => Auth(request, config)));
    apps.push(app);
    const visitor = new Visitor();
    const post = async (path: string) => {
      const { csrfToken } = (await (await visitor.ask(`${app.url}/auth/csrf`)).json()) as {
        csrfToken: string;
      };
      return visitor.ask(`${app.url}/auth${path}`, new URLSearchParams({ csrfToken }));
    };
    const back = await visitor.signsIn(locationOf(await post('/signin/hearth')), ANNA);
    expect(locationOf(back)).toBe(app.url);
    return {
      session: async () => (await (await visitor.ask(`${app.url}/auth/session`)).json()) as Session | null,
      signOut: () => post('/signout'),
    };
  }

  it('with its defaults knows the account, and has its tokens', async () => {
    const { session } = await signedIn({ idToken: true });
    const { user, account } = (await session()) as Session;
    expect(user).toEqual({}); // the id_token has no name (OpenID Connect Core §5.4): that is in the userinfo
    expect(account.providerAccountId).toBe('1');
    const headers = { Authorization: `Bearer ${account.access_token}` };
    expect(await (await fetch(`${server.url}/userinfo`, { headers })).json()).toMatchObject({
      name: ANNA.name,
    });
  });

  it('with idToken: false it asks /userinfo, and knows name and address', async () => {
    const { session, signOut } = await signedIn({ idToken: false });
    expect(await session()).toMatchObject({ user: { name: ANNA.name, email: ANNA.email } });
    await signOut();
    expect(await session()).toBeNull();
  });
});
