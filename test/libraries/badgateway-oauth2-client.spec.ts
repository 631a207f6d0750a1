import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateCodeVerifier, OAuth2Client, OAuth2Fetch, type OAuth2Token } from '@badgateway/oauth2-client';
import { randomBytes } from 'node:crypto';
import type { Body } from '../support/a01.js';
import { ANNA, APP, BEN, FOREIGN_URI, LibraryServer, nameIn, PLAIN_SHOP, SHOP } from './library-server.js';
import { TurnedAway, userFollows, type Person } from './user.js';

type Settings = ConstructorParameters<typeof OAuth2Client>[0];

const SCOPE = ['account'];
const INVALID_GRANT = { oauth2Code: 'invalid_grant', httpCode: 400 };

/** The response to the client, and the values that it needs beside it. */
interface Answer {
  readonly url: URL;
  readonly request: { redirectUri: string; state: string; codeVerifier?: string };
}

describe('@badgateway/oauth2-client connects an account', () => {
  let server: LibraryServer;
  let shop: OAuth2Client;
  let app: OAuth2Client;
  beforeAll(async () => {
    server = await LibraryServer.start();
    shop = library({ clientId: SHOP.id, clientSecret: SHOP.secret });
    app = library({ clientId: APP.id });
  });
  afterAll(() => server.close());

  /** It finds the endpoints, and how to authenticate, by the server's metadata. */
  const library = (settings: Settings): OAuth2Client => new OAuth2Client({ server: server.url, ...settings });

  async function authorized(
    by: OAuth2Client,
    { redirectUri }: { redirectUri: string },
    {
      isPkce = true,
      scope = SCOPE,
      who = ANNA,
    }: { isPkce?: boolean; scope?: string[] | null; who?: Person } = {},
  ): Promise<Answer> {
    const request = {
      redirectUri,
      state: randomBytes(16).toString('base64url'),
      ...(isPkce && { codeVerifier: await generateCodeVerifier() }),
    };
    const link = await by.authorizationCode.getAuthorizeUri({ ...request, ...(scope && { scope }) });
    return { url: await userFollows(link, who, who === BEN ? 'deny' : 'allow'), request };
  }

  const exchange = (by: OAuth2Client, { url, request }: Answer): Promise<OAuth2Token> =>
    by.authorizationCode.getTokenFromCodeRedirect(url, request);

  const connect = async (by: OAuth2Client, party: { redirectUri: string }): Promise<OAuth2Token> =>
    exchange(by, await authorized(by, party));

  it.each<[way: string, party: { id: string; redirectUri: string }, settings: () => Partial<Settings>]>([
    ['its secret as the metadata has it', SHOP, () => ({ clientSecret: SHOP.secret })],
    [
      'its secret in the form',
      SHOP,
      () => ({ clientSecret: SHOP.secret, authenticationMethod: 'client_secret_post' }),
    ],
    [
      'its secret in the header, hardly encoded',
      PLAIN_SHOP,
      () => ({ clientSecret: PLAIN_SHOP.secret, authenticationMethod: 'client_secret_basic_interop' }),
    ],
    ['no secret, on a loopback address of any port', APP, () => ({})],
  ])('with PKCE and state and %s gets tokens that know the user', async (_way, party, settings) => {
    const tokens = await connect(library({ clientId: party.id, ...settings() }), party);
    expect(tokens.scope).toEqual(SCOPE);
    expect(tokens.expiresAt).toBeGreaterThan(Date.now());
    expect(await server.nameFor(tokens.accessToken)).toBe(ANNA.name);
  });

  it('without PKCE and scope gets tokens as well', async () => {
    const answer = await authorized(shop, SHOP, { isPkce: false, scope: null });
    expect(await server.nameFor((await exchange(shop, answer)).accessToken)).toBe(ANNA.name);
  });

  it('without a secret and without PKCE does not reach the user', async () => {
    const answer = await authorized(app, APP, { isPkce: false });
    await expect(exchange(app, answer)).rejects.toMatchObject({ oauth2Code: 'invalid_request' });
  });

  it('a client with a secret refreshes; its refresh token stays', async () => {
    const tokens = await connect(shop, SHOP);
    const next = await shop.refreshToken(tokens);
    expect(next.accessToken).not.toBe(tokens.accessToken);
    expect(next.refreshToken).toBe(tokens.refreshToken);
    expect(await server.nameFor(next.accessToken)).toBe(ANNA.name);
  });

  it('a client without a secret refreshes and revokes', async () => {
    const next = await app.refreshToken(await connect(app, APP));
    expect(await server.nameFor(next.accessToken)).toBe(ANNA.name);
    await app.revoke(next, 'refresh_token');
    expect(await server.nameFor(next.accessToken)).toBe(401);
  });

  it('its fetch refreshes by itself when the access token has ended', async () => {
    const first = await connect(shop, SHOP);
    await shop.revoke(first, 'access_token');
    let token: OAuth2Token | null = first;
    const wrapper = new OAuth2Fetch({
      client: shop,
      getNewToken: () => null,
      getStoredToken: () => first,
      storeToken: (stored) => void (token = stored),
      scheduleRefresh: false,
    });
    const answer = await wrapper.fetch(server.accountUrl);
    expect(nameIn((await answer.json()) as Body)).toBe(ANNA.name);
    expect(token.accessToken).not.toBe(first.accessToken);
  });

  it('revokes only an access token, and with the refresh token the whole grant', async () => {
    const tokens = await connect(shop, SHOP);
    await shop.revoke(tokens);
    expect(await server.nameFor(tokens.accessToken)).toBe(401);
    const next = await shop.refreshToken(tokens);
    await shop.revoke(next, 'refresh_token');
    expect(await server.nameFor(next.accessToken)).toBe(401);
    await expect(shop.refreshToken(next)).rejects.toMatchObject(INVALID_GRANT);
  });

  it('learns by introspection whose token it is, and that it ended', async () => {
    const tokens = await connect(shop, SHOP);
    expect(await shop.introspect(tokens)).toMatchObject({ active: true, client_id: SHOP.id });
    await shop.revoke(tokens);
    expect(await shop.introspect(tokens)).toEqual({ active: false });
  });

  it.each(['client_secret_basic', 'client_secret_post'] as const)(
    'with a wrong secret by %s gets invalid_client, and the code stays valid for its client',
    async (authenticationMethod) => {
      const answer = await authorized(shop, SHOP);
      const wrong = library({ clientId: SHOP.id, clientSecret: 'not-the-secret', authenticationMethod });
      await expect(exchange(wrong, answer)).rejects.toMatchObject({
        oauth2Code: 'invalid_client',
        httpCode: 401,
      });
      expect(await server.nameFor((await exchange(shop, answer)).accessToken)).toBe(ANNA.name);
    },
  );

  it('with a redirect_uri that is not registered does not get the user back', async () => {
    await expect(authorized(shop, { redirectUri: FOREIGN_URI })).rejects.toEqual(new TurnedAway(400));
  });

  it('with a redirect_uri that differs at the exchange gets invalid_grant', async () => {
    const { url, request } = await authorized(shop, SHOP);
    const elsewhere = { url, request: { ...request, redirectUri: FOREIGN_URI } };
    await expect(exchange(shop, elsewhere)).rejects.toMatchObject(INVALID_GRANT);
  });

  it.each([
    ['another code_verifier', () => generateCodeVerifier()],
    ['no code_verifier', () => Promise.resolve(undefined)],
  ])('with %s gets invalid_grant', async (_what, verifier) => {
    const { url, request } = await authorized(shop, SHOP);
    const spoilt = { url, request: { ...request, codeVerifier: await verifier() } };
    await expect(exchange(shop, spoilt)).rejects.toMatchObject(INVALID_GRANT);
  });

  it('with a used code gets invalid_grant, and the tokens of the first use end', async () => {
    const answer = await authorized(shop, SHOP);
    const tokens = await exchange(shop, answer);
    await expect(exchange(shop, answer)).rejects.toMatchObject(INVALID_GRANT);
    expect(await server.nameFor(tokens.accessToken)).toBe(401);
    await expect(shop.refreshToken(tokens)).rejects.toMatchObject(INVALID_GRANT);
  });

  it('learns that the user declined', async () => {
    const answer = await authorized(shop, SHOP, { who: BEN });
    await expect(exchange(shop, answer)).rejects.toMatchObject({
      oauth2Code: 'access_denied',
      message: 'The user did not allow it.',
    });
  });

  it('rejects a response with another state', async () => {
    const answer = await authorized(shop, SHOP);
    answer.url.searchParams.set('state', 'another');
    await expect(exchange(shop, answer)).rejects.toThrow('"state"');
  });
});
