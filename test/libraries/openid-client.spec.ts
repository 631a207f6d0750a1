import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as client from 'openid-client';
import type { Body } from '../support/a01.js';
import {
  ANNA,
  APP,
  BEN,
  FOREIGN_URI,
  KEYED_APP,
  KEYED_SHOP,
  LibraryServer,
  nameIn,
  SHOP,
} from './library-server.js';
import { TurnedAway, userFollows } from './user.js';

const SCOPE = 'account';

describe('openid-client connects an account', () => {
  let server: LibraryServer;
  let shop: client.Configuration;
  beforeAll(async () => {
    server = await LibraryServer.start();
    shop = await discovered(SHOP.id, client.ClientSecretBasic(SHOP.secret));
  });
  afterAll(() => server.close());

  /** Everything from the server's metadata; of the library's checks only "https" is off. */
  function discovered(clientId: string, authentication: client.ClientAuth): Promise<client.Configuration> {
    return client.discovery(new URL(server.url), clientId, undefined, authentication, {
      algorithm: 'oauth2',
      execute: [client.allowInsecureRequests],
    });
  }

  /** The steps to the code: the server's response, and what the library must find in it. */
  async function authorized(
    config: client.Configuration,
    redirectUri: string,
    parameters: Record<string, string> = { scope: SCOPE },
  ): Promise<{ answer: URL; checks: { pkceCodeVerifier: string; expectedState: string } }> {
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const expectedState = client.randomState();
    const link = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      state: expectedState,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      ...parameters,
    });
    return { answer: await userFollows(link, ANNA), checks: { pkceCodeVerifier, expectedState } };
  }

  async function connect(config: client.Configuration, redirectUri: string) {
    const { answer, checks } = await authorized(config, redirectUri);
    return client.authorizationCodeGrant(config, answer, checks);
  }

  const nameFor = async (config: client.Configuration, accessToken: string): Promise<string> => {
    const answer = await client.fetchProtectedResource(
      config,
      accessToken,
      new URL(server.accountUrl),
      'GET',
    );
    return nameIn((await answer.json()) as Body);
  };

  it('finds the server by its metadata (RFC 8414), and that it supports PKCE and iss', () => {
    const metadata = shop.serverMetadata();
    expect(metadata.issuer).toBe(server.url);
    expect(metadata.supportsPKCE()).toBe(true);
    expect(metadata.authorization_response_iss_parameter_supported).toBe(true);
  });

  it.each([
    ['client_secret_basic', () => client.ClientSecretBasic(SHOP.secret)],
    ['client_secret_post', () => client.ClientSecretPost(SHOP.secret)],
  ])('with PKCE, state and iss, and %s, gets tokens that know the user', async (_way, authentication) => {
    const config = await discovered(SHOP.id, authentication());
    const tokens = await connect(config, SHOP.redirectUri);
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: SCOPE });
    expect(tokens.expiresIn()).toBeGreaterThan(0);
    expect(await nameFor(config, tokens.access_token)).toBe(ANNA.name);
  });

  it('without PKCE, state and scope gets tokens as well', async () => {
    const link = client.buildAuthorizationUrl(shop, { redirect_uri: SHOP.redirectUri });
    const tokens = await client.authorizationCodeGrant(shop, await userFollows(link, ANNA));
    expect(await nameFor(shop, tokens.access_token)).toBe(ANNA.name);
  });

  it('a client without a secret, on a loopback address of any port, connects with PKCE and refreshes', async () => {
    const config = await discovered(APP.id, client.None());
    const tokens = await connect(config, APP.redirectUri);
    expect(await nameFor(config, tokens.access_token)).toBe(ANNA.name);
    const next = await client.refreshTokenGrant(config, tokens.refresh_token as string);
    expect(await nameFor(config, next.access_token)).toBe(ANNA.name);
    await client.tokenRevocation(config, next.refresh_token as string);
    expect(await server.nameFor(next.access_token)).toBe(401);
  });

  it('a client without a secret does not reach the user without PKCE', async () => {
    const config = await discovered(APP.id, client.None());
    const link = client.buildAuthorizationUrl(config, { redirect_uri: APP.redirectUri });
    const answer = await userFollows(link, ANNA);
    await expect(client.authorizationCodeGrant(config, answer)).rejects.toMatchObject({
      code: 'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
      error: 'invalid_request',
    });
  });

  it('with its defaults takes the id_token of an OpenID provider, and asks /userinfo', async () => {
    const metadata = { execute: [client.allowInsecureRequests] };
    const authentication = client.ClientSecretBasic(SHOP.secret);
    const openId = await client.discovery(new URL(server.url), SHOP.id, undefined, authentication, metadata);
    const expectedNonce = client.randomNonce();
    const scope = 'openid profile';
    const { answer, checks } = await authorized(openId, SHOP.redirectUri, { scope, nonce: expectedNonce });
    const tokens = await client.authorizationCodeGrant(openId, answer, { ...checks, expectedNonce });
    const { sub } = tokens.claims() as client.IDToken;
    expect((await client.fetchUserInfo(openId, tokens.access_token, sub)).name).toBe(ANNA.name);
  });

  it('refreshes; the refresh token stays, even if a response was lost', async () => {
    const tokens = await connect(shop, SHOP.redirectUri);
    const next = await client.refreshTokenGrant(shop, tokens.refresh_token as string);
    expect(next.access_token).not.toBe(tokens.access_token);
    expect(next.refresh_token).toBe(tokens.refresh_token);
    expect(await nameFor(shop, next.access_token)).toBe(ANNA.name);
    const again = await client.refreshTokenGrant(shop, tokens.refresh_token as string);
    expect(await nameFor(shop, again.access_token)).toBe(ANNA.name);
  });

  it.each([
    ['with a secret', KEYED_SHOP, client.ClientSecretBasic(KEYED_SHOP.secret)],
    ['without a secret', KEYED_APP, client.None()],
  ])('a client %s binds its tokens to a key, with nonces (DPoP)', async (_what, { id, redirectUri }, by) => {
    const config = await discovered(id, by);
    expect(config.serverMetadata().dpop_signing_alg_values_supported).toContain('ES256');
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
    const { answer, checks } = await authorized(config, redirectUri, {
      scope: 'openid account',
      dpop_jkt: await DPoP.calculateThumbprint(),
    });
    const tokens = await client.authorizationCodeGrant(config, answer, checks, undefined, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    const next = await client.refreshTokenGrant(config, tokens.refresh_token as string, undefined, { DPoP });
    expect(next.token_type).toBe('dpop');
    const url = new URL(server.accountUrl);
    const called = await client.fetchProtectedResource(
      config,
      next.access_token,
      url,
      'GET',
      null,
      undefined,
      { DPoP },
    );
    expect(nameIn((await called.json()) as Body)).toBe(ANNA.name);
    const info = await client.fetchUserInfo(config, next.access_token, client.skipSubjectCheck, { DPoP });
    expect(info.sub).toMatch(/^\d+$/);
    const other = client.getDPoPHandle(config, await client.randomDPoPKeyPair('EdDSA'));
    const stolen = client.fetchProtectedResource(config, next.access_token, url, 'GET', null, undefined, {
      DPoP: other,
    });
    await expect(stolen).rejects.toMatchObject({ code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE', status: 401 });
    expect(await server.nameFor(next.access_token)).toBe(401);
    await client.tokenRevocation(config, next.refresh_token as string);
  });

  it('revokes only an access token, and with the refresh token the whole grant', async () => {
    const tokens = await connect(shop, SHOP.redirectUri);
    await client.tokenRevocation(shop, tokens.access_token, { token_type_hint: 'access_token' });
    await expect(nameFor(shop, tokens.access_token)).rejects.toMatchObject({
      code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
      status: 401,
    });
    const next = await client.refreshTokenGrant(shop, tokens.refresh_token as string);
    await client.tokenRevocation(shop, next.refresh_token as string, { token_type_hint: 'refresh_token' });
    expect(await server.nameFor(next.access_token)).toBe(401);
    await expect(client.refreshTokenGrant(shop, next.refresh_token as string)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('learns by introspection which account a token is for, and that it ended', async () => {
    const tokens = await connect(shop, SHOP.redirectUri);
    expect(await client.tokenIntrospection(shop, tokens.access_token)).toMatchObject({
      active: true,
      client_id: SHOP.id,
      scope: SCOPE,
    });
    await client.tokenRevocation(shop, tokens.access_token);
    expect(await client.tokenIntrospection(shop, tokens.access_token)).toEqual({ active: false });
  });

  it.each([
    ['header', client.ClientSecretBasic('not-the-secret')],
    ['form', client.ClientSecretPost('not-the-secret')],
  ])(
    'with a wrong secret in the %s is refused, and the code stays valid for its client',
    async (_way, wrong) => {
      const { answer, checks } = await authorized(shop, SHOP.redirectUri);
      const impostor = await discovered(SHOP.id, wrong);
      // The library looks at the challenge of a 401 (RFC 9110 §11.6.1) before it reads `error`.
      await expect(client.authorizationCodeGrant(impostor, answer, checks)).rejects.toMatchObject({
        code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
        status: 401,
        cause: [{ scheme: 'basic' }],
      });
      const tokens = await client.authorizationCodeGrant(shop, answer, checks);
      expect(await nameFor(shop, tokens.access_token)).toBe(ANNA.name);
    },
  );

  it('with a redirect_uri that is not registered does not get the user back', async () => {
    const link = client.buildAuthorizationUrl(shop, { redirect_uri: FOREIGN_URI, scope: SCOPE });
    await expect(userFollows(link, ANNA)).rejects.toEqual(new TurnedAway(400));
  });

  it('with a redirect_uri that differs at the exchange gets invalid_grant', async () => {
    const { answer, checks } = await authorized(shop, SHOP.redirectUri);
    const elsewhere = new URL(FOREIGN_URI + answer.search);
    await expect(client.authorizationCodeGrant(shop, elsewhere, checks)).rejects.toMatchObject({
      code: 'OAUTH_RESPONSE_BODY_ERROR',
      error: 'invalid_grant',
      status: 400,
    });
  });

  it('with another code_verifier gets invalid_grant', async () => {
    const { answer, checks } = await authorized(shop, SHOP.redirectUri);
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    await expect(
      client.authorizationCodeGrant(shop, answer, { ...checks, pkceCodeVerifier }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('with a used code gets invalid_grant, and the tokens of the first use end', async () => {
    const { answer, checks } = await authorized(shop, SHOP.redirectUri);
    const tokens = await client.authorizationCodeGrant(shop, answer, checks);
    await expect(client.authorizationCodeGrant(shop, answer, checks)).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
    });
    expect(await server.nameFor(tokens.access_token)).toBe(401);
    await expect(client.refreshTokenGrant(shop, tokens.refresh_token as string)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('learns that the user declined', async () => {
    const expectedState = client.randomState();
    const link = client.buildAuthorizationUrl(shop, {
      redirect_uri: SHOP.redirectUri,
      state: expectedState,
      scope: SCOPE,
    });
    const answer = await userFollows(link, BEN, 'deny');
    await expect(client.authorizationCodeGrant(shop, answer, { expectedState })).rejects.toMatchObject({
      code: 'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
      error: 'access_denied',
      error_description: 'The user did not allow it.',
    });
  });

  it('learns that a scope does not exist', async () => {
    const { answer, checks } = await authorized(shop, SHOP.redirectUri, { scope: 'everything' });
    await expect(client.authorizationCodeGrant(shop, answer, checks)).rejects.toMatchObject({
      error: 'invalid_scope',
    });
  });

  it.each([
    ['another state', (answer: URL) => answer.searchParams.set('state', 'another')],
    ['another iss', (answer: URL) => answer.searchParams.set('iss', 'https://elsewhere.example')],
    ['no iss', (answer: URL) => answer.searchParams.delete('iss')],
  ])('rejects a response with %s', async (_what, spoil) => {
    const { answer, checks } = await authorized(shop, SHOP.redirectUri);
    spoil(answer);
    await expect(client.authorizationCodeGrant(shop, answer, checks)).rejects.toMatchObject({
      code: 'OAUTH_INVALID_RESPONSE',
    });
  });
});
