import type { RequestListener } from 'node:http';
import { Auth, type AuthConfig } from '@auth/core';
import type { OIDCConfig } from '@auth/core/providers';
import { ExpressAuth } from '@auth/express';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type Express } from 'express';
import * as nextAuth from 'next-auth';
import { ANNA, LibraryServer, SITE, STRICT_SITE } from './library-server.js';
import { listenerOf, locationOf, Visitor, WebApp } from './web-app.js';

type Site = typeof SITE | typeof STRICT_SITE;
type Settings = Readonly<Record<'issuer' | 'clientId' | 'clientSecret', string>>;
type Handler = (request: unknown, response: unknown, options: unknown) => Promise<unknown>;

interface Session {
  readonly user: { readonly name?: string; readonly email?: string };
  readonly account?: { readonly access_token: string; readonly providerAccountId: string };
}

const SECRET = 'of the test, for its cookies, long enough';
/** An application's use of it: the session has the signed-in user, and its server has the tokens. */
const TOKENS_IN_SESSION: AuthConfig['callbacks'] = {
  jwt: ({ token, account }) => ({ ...token, ...(account && { account }) }),
  session: ({ session, token }) => ({ ...session, account: token.account }),
};
const NextAuth = (nextAuth as unknown as { default: { default: Handler } }).default.default;

/** As the documentation has it: `type: 'oidc'`, and nothing else. */
const provider = (settings: Settings, more: Partial<OIDCConfig<object>> = {}): OIDCConfig<object> => ({
  id: 'hearth',
  name: 'Hearth',
  type: 'oidc',
  ...settings,
  ...more,
});
const configOf = (settings: Settings, more?: Partial<OIDCConfig<object>>): AuthConfig => ({
  ...{ secret: SECRET, trustHost: true, callbacks: TOKENS_IN_SESSION },
  providers: [provider(settings, more)],
});

function expressWith(settings: Settings): Express {
  const app = express();
  app.use('/auth', ExpressAuth({ ...configOf(settings), callbacks: {} }));
  return app;
}

/** The provider for OpenID Connect of the documentation of NextAuth.js 4; Express plays the API routes of Next.js. */
function nextWith({ issuer, ...client }: Settings): Express {
  const options = {
    secret: SECRET,
    providers: [
      {
        id: 'hearth',
        name: 'Hearth',
        type: 'oauth',
        wellKnown: `${issuer}/.well-known/openid-configuration`,
        authorization: { params: { scope: 'openid email profile' } },
        idToken: true,
        checks: ['pkce', 'state'],
        ...client,
        profile: ({ sub, name, email }: Record<string, string>) => ({ id: sub, name, email }),
      },
    ],
  };
  const app = express();
  app.use('/auth', express.urlencoded(), (request, response) => {
    const cookies = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split(/=(.*)/s));
    const query = { ...request.query, nextauth: request.path.slice(1).split('/') };
    const named = Object.fromEntries(cookies.map(([name, value = '']) => [name, decodeURIComponent(value)]));
    const sent = { body: request.body as unknown, headers: request.headers, method: request.method };
    void NextAuth({ ...sent, query, cookies: named }, response, options);
  });
  return app;
}

describe('Auth.js and its kin sign a user in', () => {
  let server: LibraryServer;
  const apps: WebApp[] = [];
  beforeAll(async () => {
    server = await LibraryServer.start();
  });
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await server.close();
  });
  const settingsOf = ({ id: clientId, secret: clientSecret }: Site): Settings => {
    return { issuer: server.url, clientId, clientSecret };
  };

  async function signedIn(make: (url: string) => RequestListener) {
    const app = await WebApp.start((url) => {
      process.env.NEXTAUTH_URL = `${url}/auth`;
      return make(url);
    });
    apps.push(app);
    const visitor = new Visitor();
    const post = async (path: string) => {
      const { csrfToken } = (await (await visitor.ask(`${app.url}/auth/csrf`)).json()) as {
        csrfToken: string;
      };
      return visitor.ask(`${app.url}/auth${path}`, new URLSearchParams({ csrfToken }));
    };
    const back = await visitor.signsIn(locationOf(await post('/signin/hearth')), ANNA);
    expect(new URL(locationOf(back)).origin).toBe(app.url);
    return {
      session: async () => (await (await visitor.ask(`${app.url}/auth/session`)).json()) as Session | null,
      signOut: () => post('/signout'),
    };
  }
  const core = (site: Site, more?: Partial<OIDCConfig<object>>) => (url: string) => {
    const config = { ...configOf(settingsOf(site), more), basePath: '/auth' };
    return listenerOf(url, (request) => Auth(request, config));
  };

  it.each([
    ['@auth/core', () => core(SITE)],
    ['@auth/express', () => () => expressWith(settingsOf(SITE))],
    ['next-auth 4', () => () => nextWith(settingsOf(SITE))],
  ])('%s knows name and e-mail address with its defaults', async (_library, make) => {
    const { session, signOut } = await signedIn(make());
    expect(await session()).toMatchObject({ user: { name: ANNA.name, email: ANNA.email } });
    await signOut();
    expect((await session())?.user).toBeUndefined();
  });

  it('has the tokens, and the account as the one of the provider', async () => {
    const { session } = await signedIn(core(SITE));
    const { account } = (await session()) as Session;
    expect(account?.providerAccountId).toBe('1');
    const headers = { Authorization: `Bearer ${account?.access_token}` };
    expect(await (await fetch(`${server.url}/userinfo`, { headers })).json()).toMatchObject({
      name: ANNA.name,
    });
  });

  it('knows no name of a strict client, whose id_tokens are minimal, unless it asks /userinfo', async () => {
    expect((await (await signedIn(core(STRICT_SITE))).session())?.user).toEqual({});
    const { session } = await signedIn(core(STRICT_SITE, { idToken: false }));
    expect(await session()).toMatchObject({ user: { name: ANNA.name, email: ANNA.email } });
  });
});
