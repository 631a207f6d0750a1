import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { AuthorizationCode, type AccessToken, type ModuleOptions } from 'simple-oauth2';
import { ANNA, APP, BEN, FOREIGN_URI, LibraryServer, PLAIN_SHOP, SHOP } from './library-server.js';
import { TurnedAway, userFollows, type Person } from './user.js';

const SCOPE = 'account';

/** The library leaves PKCE to its user (RFC 7636 §4.2). */
const pkceOf = (verifier: string): Record<string, string> => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
});

/** The library's error, with the server's response. */
const refused = (status: number, error: string): Record<string, unknown> => ({
  output: { statusCode: status },
  data: { payload: { error } },
});

describe('simple-oauth2 connects an account', () => {
  let server: LibraryServer;
  let shop: AuthorizationCode;
  beforeAll(async () => {
    server = await LibraryServer.start();
    shop = library(SHOP);
  });
  afterAll(() => server.close());

  /** The library knows no metadata: only the paths are set. */
  function library(
    { id, secret }: { id: string; secret: string },
    options?: ModuleOptions['options'],
  ): AuthorizationCode {
    const auth = {
      tokenHost: server.url,
      tokenPath: '/token',
      authorizePath: '/authorize',
      revokePath: '/revoke',
    };
    return new AuthorizationCode({ client: { id, secret }, auth, ...(options && { options }) });
  }

  async function authorized(
    by: AuthorizationCode,
    { redirectUri }: { redirectUri: string } = SHOP,
    { who = ANNA, pkce = {}, scope = SCOPE }: { who?: Person; pkce?: object; scope?: string | null } = {},
  ): Promise<URLSearchParams> {
    const state = randomBytes(16).toString('base64url');
    const link = by.authorizeURL({
      redirect_uri: redirectUri,
      state,
      ...(scope === null ? {} : { scope }),
      ...pkce,
    });
    const answer = await userFollows(link, who, who === BEN ? 'deny' : 'allow');
    expect(answer.origin + answer.pathname).toBe(redirectUri);
    expect(answer.searchParams.get('state')).toBe(state); // the library leaves it to its user
    expect(answer.searchParams.get('iss')).toBe(server.url);
    return answer.searchParams;
  }

  async function connect(by: AuthorizationCode, party = SHOP): Promise<AccessToken> {
    return exchange(by, await authorized(by, party), party);
  }

  const exchange = (
    by: AuthorizationCode,
    answer: URLSearchParams,
    { redirectUri }: { redirectUri: string } = SHOP,
    more = {},
  ): Promise<AccessToken> => {
    const parameters = { code: answer.get('code') as string, redirect_uri: redirectUri, ...more };
    return by.getToken(parameters);
  };

  const nameFor = ({ token }: AccessToken): Promise<string | number> =>
    server.nameFor(token.access_token as string);

  it.each<[way: string, party: typeof SHOP, options: ModuleOptions['options']]>([
    ['header, strictly encoded', SHOP, undefined],
    ['header, loosely encoded', PLAIN_SHOP, { credentialsEncodingMode: 'loose' }],
    ['form', SHOP, { authorizationMethod: 'body' }],
  ])(
    'without PKCE and with its secret in the %s gets tokens that know the user',
    async (_way, party, options) => {
      const tokens = await connect(library(party, options), party);
      expect(tokens.token).toMatchObject({ scope: SCOPE, expires_in: expect.any(Number) as unknown });
      expect(tokens.expired()).toBe(false);
      expect(await nameFor(tokens)).toBe(ANNA.name);
    },
  );

  it('without a scope gets tokens as well', async () => {
    const answer = await authorized(shop, SHOP, { scope: null });
    expect(await nameFor(await exchange(shop, answer))).toBe(ANNA.name);
  });

  it('with PKCE gets tokens with the code_verifier, and none without it', async () => {
    const verifier = randomBytes(32).toString('base64url');
    const answer = await authorized(shop, SHOP, { pkce: pkceOf(verifier) });
    await expect(exchange(shop, answer)).rejects.toMatchObject(refused(400, 'invalid_grant'));
    expect(await nameFor(await exchange(shop, answer, SHOP, { code_verifier: verifier }))).toBe(ANNA.name);
  });

  it('without a secret, which it sends as an empty string, connects with PKCE and refreshes', async () => {
    const app = library({ id: APP.id, secret: '' }, { authorizationMethod: 'body' });
    const verifier = randomBytes(32).toString('base64url');
    const answer = await authorized(app, APP, { pkce: pkceOf(verifier) });
    const tokens = await exchange(app, answer, APP, { code_verifier: verifier });
    expect(await nameFor(await tokens.refresh())).toBe(ANNA.name);
  });

  it('refreshes; the refresh token stays', async () => {
    const tokens = await connect(shop);
    const next = await tokens.refresh();
    expect(next.token.access_token).not.toBe(tokens.token.access_token);
    expect(next.token.refresh_token).toBe(tokens.token.refresh_token);
    expect(await nameFor(next)).toBe(ANNA.name);
  });

  it('revokes only an access token, and with the refresh token the whole grant', async () => {
    const tokens = await connect(shop);
    await tokens.revoke('access_token');
    expect(await nameFor(tokens)).toBe(401);
    const next = await tokens.refresh();
    await next.revoke('refresh_token');
    expect(await nameFor(next)).toBe(401);
    await expect(next.refresh()).rejects.toMatchObject(refused(400, 'invalid_grant'));
  });

  it('revokes both tokens one after the other', async () => {
    const tokens = await connect(shop);
    await tokens.revokeAll();
    expect(await nameFor(tokens)).toBe(401);
  });

  it.each<[way: string, options: ModuleOptions['options']]>([
    ['header', undefined],
    ['form', { authorizationMethod: 'body' }],
  ])('with a wrong secret in the %s gets invalid_client, and the code stays valid', async (_way, options) => {
    const answer = await authorized(shop);
    const wrong = library({ id: SHOP.id, secret: 'not-the-secret' }, options);
    await expect(exchange(wrong, answer)).rejects.toMatchObject(refused(401, 'invalid_client'));
    expect(await nameFor(await exchange(shop, answer))).toBe(ANNA.name);
  });

  it('with a redirect_uri that is not registered does not get the user back', async () => {
    await expect(authorized(shop, { redirectUri: FOREIGN_URI })).rejects.toEqual(new TurnedAway(400));
  });

  it('with a redirect_uri that differs at the exchange gets invalid_grant', async () => {
    const answer = await authorized(shop);
    await expect(exchange(shop, answer, { redirectUri: FOREIGN_URI })).rejects.toMatchObject(
      refused(400, 'invalid_grant'),
    );
  });

  it('with a used code gets invalid_grant, and the tokens of the first use end', async () => {
    const answer = await authorized(shop);
    const tokens = await exchange(shop, answer);
    await expect(exchange(shop, answer)).rejects.toMatchObject(refused(400, 'invalid_grant'));
    expect(await nameFor(tokens)).toBe(401);
    await expect(tokens.refresh()).rejects.toMatchObject(refused(400, 'invalid_grant'));
  });

  it('learns that the user declined', async () => {
    const answer = await authorized(shop, SHOP, { who: BEN });
    expect(Object.fromEntries(answer)).toMatchObject({
      error: 'access_denied',
      error_description: 'The user did not allow it.',
    });
    expect(answer.has('code')).toBe(false);
  });
});
