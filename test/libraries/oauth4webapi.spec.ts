import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import type { Body } from '../support/a01.js';
import { ANNA, APP, BEN, FOREIGN_URI, LibraryServer, nameIn, SHOP } from './library-server.js';
import { TurnedAway, userFollows, type Person } from './user.js';

const SCOPE = 'account';
/** The only check of the library that is off: the test server has no certificate. */
const HTTP = { [oauth.allowInsecureRequests]: true };

/** A client in the library's format, with its companions. */
interface Party {
  readonly client: oauth.Client;
  readonly authentication: oauth.ClientAuth;
  readonly redirectUri: string;
}

/** The response to the client. */
interface Answer {
  readonly url: URL;
  readonly state: string;
  readonly verifier: string | typeof oauth.nopkce;
}

const party = (authentication: oauth.ClientAuth, { id, redirectUri }: typeof APP = SHOP): Party => ({
  client: { client_id: id },
  authentication,
  redirectUri,
});
const shop = party(oauth.ClientSecretBasic(SHOP.secret));
const app = party(oauth.None(), APP);

describe('oauth4webapi connects an account', () => {
  let server: LibraryServer;
  let as: oauth.AuthorizationServer;
  beforeAll(async () => {
    server = await LibraryServer.start();
    const issuer = new URL(server.url);
    const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...HTTP });
    as = await oauth.processDiscoveryResponse(issuer, answer);
  });
  afterAll(() => server.close());

  async function authorized(
    { client, redirectUri }: Party,
    { isPkce = true, scope = SCOPE, who = ANNA }: { isPkce?: boolean; scope?: string; who?: Person } = {},
  ): Promise<Answer> {
    const verifier = isPkce ? oauth.generateRandomCodeVerifier() : oauth.nopkce;
    const state = oauth.generateRandomState();
    const link = new URL(as.authorization_endpoint as string);
    const parameters = {
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      state,
      ...(scope === '' ? {} : { scope }),
      ...(typeof verifier === 'string' && {
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
    };
    for (const [name, value] of Object.entries(parameters)) link.searchParams.set(name, value);
    return { url: await userFollows(link, who, who === BEN ? 'deny' : 'allow'), state, verifier };
  }

  async function exchange(by: Party, { url, state, verifier }: Answer, redirectUri = by.redirectUri) {
    const { client, authentication } = by;
    const parameters = oauth.validateAuthResponse(as, client, url, state);
    const answer = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      authentication,
      parameters,
      redirectUri,
      verifier,
      HTTP,
    );
    return oauth.processAuthorizationCodeResponse(as, client, answer);
  }

  const connect = async (by: Party) => exchange(by, await authorized(by));

  async function refresh({ client, authentication }: Party, { refresh_token }: oauth.TokenEndpointResponse) {
    const token = refresh_token as string;
    const answer = await oauth.refreshTokenGrantRequest(as, client, authentication, token, HTTP);
    return oauth.processRefreshTokenResponse(as, client, answer);
  }

  async function revoke({ client, authentication }: Party, token: string | undefined): Promise<void> {
    const answer = await oauth.revocationRequest(as, client, authentication, token as string, HTTP);
    await oauth.processRevocationResponse(answer);
  }

  async function nameFor({ access_token }: oauth.TokenEndpointResponse): Promise<string> {
    const account = new URL(server.accountUrl);
    const answer = await oauth.protectedResourceRequest(access_token, 'GET', account, undefined, null, HTTP);
    return nameIn((await answer.json()) as Body);
  }

  it.each([
    ['client_secret_basic', shop],
    ['client_secret_post', party(oauth.ClientSecretPost(SHOP.secret))],
    ['no secret, on a loopback address of any port', app],
  ])('with PKCE, state and iss, and %s, gets tokens that know the user', async (_way, by) => {
    const tokens = await connect(by);
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: SCOPE });
    expect(tokens.expires_in).toBeGreaterThan(0);
    expect(await nameFor(tokens)).toBe(ANNA.name);
  });

  it('without PKCE and scope gets tokens as well', async () => {
    const answer = await authorized(shop, { isPkce: false, scope: '' });
    expect(await nameFor(await exchange(shop, answer))).toBe(ANNA.name);
  });

  it('without a secret and without PKCE does not reach the user', async () => {
    const answer = await authorized(app, { isPkce: false });
    await expect(exchange(app, answer)).rejects.toMatchObject({
      code: oauth.AUTHORIZATION_RESPONSE_ERROR,
      error: 'invalid_request',
    });
  });

  it.each([
    ['with a secret refreshes; its refresh token stays', shop, true],
    ['without a secret refreshes, and both tokens are new', app, false],
  ])('a client %s', async (_way, by, stays) => {
    const tokens = await connect(by);
    const next = await refresh(by, tokens);
    expect(next.access_token).not.toBe(tokens.access_token);
    expect(next.refresh_token === tokens.refresh_token).toBe(stays);
    expect(await nameFor(next)).toBe(ANNA.name);
  });

  it('revokes only an access token, and with the refresh token the whole grant', async () => {
    const tokens = await connect(shop);
    await revoke(shop, tokens.access_token);
    await expect(nameFor(tokens)).rejects.toMatchObject({
      code: oauth.WWW_AUTHENTICATE_CHALLENGE,
      status: 401,
      cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
    });
    const next = await refresh(shop, tokens);
    await revoke(shop, next.refresh_token);
    expect(await server.nameFor(next.access_token)).toBe(401);
    await expect(refresh(shop, next)).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
  });

  it('revokes an unknown token without an error (RFC 7009 §2.2)', async () => {
    await expect(revoke(shop, 'nobody-knows')).resolves.toBeUndefined();
  });

  it('learns by introspection which account a token is for', async () => {
    const { access_token: token } = await connect(shop);
    const { client, authentication } = shop;
    const answer = await oauth.introspectionRequest(as, client, authentication, token, HTTP);
    expect(await oauth.processIntrospectionResponse(as, client, answer)).toMatchObject({
      active: true,
      client_id: SHOP.id,
    });
  });

  it.each([
    ['in the header', oauth.ClientSecretBasic('not-the-secret')],
    ['in the form', oauth.ClientSecretPost('not-the-secret')],
  ])('with a wrong secret %s is refused, and the code stays valid for its client', async (_way, wrong) => {
    const answer = await authorized(shop);
    await expect(exchange(party(wrong), answer)).rejects.toMatchObject({ status: 401 });
    expect(await nameFor(await exchange(shop, answer))).toBe(ANNA.name);
  });

  it('with a redirect_uri that is not registered does not get the user back', async () => {
    const elsewhere = { ...shop, redirectUri: FOREIGN_URI };
    await expect(authorized(elsewhere)).rejects.toEqual(new TurnedAway(400));
  });

  it('with a redirect_uri that differs at the exchange gets invalid_grant', async () => {
    await expect(exchange(shop, await authorized(shop), FOREIGN_URI)).rejects.toMatchObject({
      code: oauth.RESPONSE_BODY_ERROR,
      error: 'invalid_grant',
      status: 400,
    });
  });

  it.each<[what: string, verifier: Answer['verifier']]>([
    ['another code_verifier', oauth.generateRandomCodeVerifier()],
    ['no code_verifier', oauth.nopkce],
  ])('with %s gets invalid_grant', async (_what, verifier) => {
    const answer: Answer = { ...(await authorized(shop)), verifier };
    await expect(exchange(shop, answer)).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
  });

  it('with a used code gets invalid_grant, and the tokens of the first use end', async () => {
    const answer = await authorized(shop);
    const tokens = await exchange(shop, answer);
    await expect(exchange(shop, answer)).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
    expect(await server.nameFor(tokens.access_token)).toBe(401);
    await expect(refresh(shop, tokens)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('learns that the user declined', async () => {
    const answer = await authorized(shop, { who: BEN });
    await expect(exchange(shop, answer)).rejects.toMatchObject({
      code: oauth.AUTHORIZATION_RESPONSE_ERROR,
      error: 'access_denied',
      error_description: 'The user did not allow it.',
    });
  });

  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'another')],
    ['another iss', (url: URL) => url.searchParams.set('iss', 'https://elsewhere.example')],
    ['no iss', (url: URL) => url.searchParams.delete('iss')],
  ])('rejects a response with %s', async (_what, spoil) => {
    const answer = await authorized(shop);
    spoil(answer.url);
    await expect(exchange(shop, answer)).rejects.toMatchObject({ code: oauth.INVALID_RESPONSE });
  });
});
