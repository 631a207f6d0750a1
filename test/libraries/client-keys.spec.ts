import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair, type CryptoKey } from 'jose';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import type { Body } from '../support/a01.js';
import { ANNA, LibraryServer, nameIn, SHOP } from './library-server.js';
import { userFollows } from './user.js';

const HTTP = { [oauth.allowInsecureRequests]: true };
const SCOPE = 'openid account';
const KID = 'k1';
const { redirectUri } = SHOP;

/** FAPI 2.0: pushed requests, PKCE, DPoP, private_key_jwt (D412); and private_key_jwt without the rest for a strict client (D410). */
describe('libraries authenticate by a key', () => {
  let server: LibraryServer;
  let key: CryptoKey;
  beforeAll(async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    key = privateKey;
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: KID, alg: 'ES256' }] };
    const each = { name: 'Bank', ruleset: 'WEB', clientType: 'confidential' as const, isPrivileged: false };
    server = await LibraryServer.start({
      clients: [
        { ...each, clientId: 'bank', profile: 'fapi2', redirectUrls: [redirectUri], jwks },
        {
          ...{ ...each, clientId: 'keyed', profile: 'strict' as const, requiresPrivateKeyJwt: true },
          ...{ redirectUrls: [redirectUri], jwks },
        },
      ],
    });
  });
  afterAll(() => server.close());

  describe('openid-client', () => {
    const discovered = (clientId: string) =>
      client.discovery(new URL(server.url), clientId, undefined, client.PrivateKeyJwt({ key, kid: KID }), {
        execute: [client.allowInsecureRequests],
      });

    it('as fapi2: pushes, gets bound tokens, calls, refreshes with the same token, and revokes', async () => {
      const config = await discovered('bank');
      const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair());
      const pkceCodeVerifier = client.randomPKCECodeVerifier();
      const expectedState = client.randomState();
      const expectedNonce = client.randomNonce();
      const parameters = {
        ...{ redirect_uri: redirectUri, scope: SCOPE, state: expectedState, nonce: expectedNonce },
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      };
      const link = await client.buildAuthorizationUrlWithPAR(config, parameters, { DPoP });
      expect([...link.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
      const answer = await userFollows(link, ANNA);
      const checks = { pkceCodeVerifier, expectedState, expectedNonce };
      const tokens = await client.authorizationCodeGrant(config, answer, checks, undefined, { DPoP });
      expect(tokens).toMatchObject({ token_type: 'dpop' });
      const account = new URL(server.accountUrl);
      const call = async (token: string) =>
        client.fetchProtectedResource(config, token, account, 'GET', undefined, undefined, { DPoP });
      expect(nameIn((await (await call(tokens.access_token)).json()) as Body)).toBe(ANNA.name);
      const refreshToken = tokens.refresh_token as string;
      const next = await client.refreshTokenGrant(config, refreshToken, undefined, { DPoP });
      expect(next.refresh_token ?? refreshToken).toBe(refreshToken);
      const { sub } = tokens.claims() as client.IDToken;
      const user = await client.fetchUserInfo(config, next.access_token, sub, { DPoP });
      expect(user.sub).toBe(sub);
      expect(await client.tokenIntrospection(config, next.access_token)).toMatchObject({ active: true });
      await client.tokenRevocation(config, refreshToken);
      expect((await call(next.access_token).catch((cause: { status: number }) => cause)).status).toBe(401);
    });

    it('as strict: gets tokens for itself', async () => {
      const config = await discovered('keyed');
      const tokens = await client.clientCredentialsGrant(config);
      expect(tokens).toMatchObject({ token_type: 'bearer' });
    });

    it('as strict: connects an account', async () => {
      const config = await discovered('keyed');
      const pkceCodeVerifier = client.randomPKCECodeVerifier();
      const link = client.buildAuthorizationUrl(config, {
        ...{ redirect_uri: redirectUri, scope: SCOPE },
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const tokens = await client.authorizationCodeGrant(config, await userFollows(link, ANNA), {
        pkceCodeVerifier,
      });
      expect(await server.nameFor(tokens.access_token)).toBe(ANNA.name);
    });
  });

  describe('oauth4webapi', () => {
    let as: oauth.AuthorizationServer;
    beforeAll(async () => {
      const issuer = new URL(server.url);
      as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, HTTP));
    });
    const authentication = () => oauth.PrivateKeyJwt({ key, kid: KID });

    it('as fapi2: pushes, gets bound tokens and calls', async () => {
      const party: oauth.Client = { client_id: 'bank', id_token_signed_response_alg: 'ES256' };
      const DPoP = oauth.DPoP(party, await oauth.generateKeyPair('ES256'));
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const parameters = new URLSearchParams({
        ...{ redirect_uri: redirectUri, response_type: 'code', scope: SCOPE, state },
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const options = { DPoP, ...HTTP };
      const sent = await oauth.pushedAuthorizationRequest(as, party, authentication(), parameters, options);
      const pushed = await oauth.processPushedAuthorizationResponse(as, party, sent);
      const link = new URL(as.authorization_endpoint as string);
      link.searchParams.set('client_id', party.client_id);
      link.searchParams.set('request_uri', pushed.request_uri);
      const answer = oauth.validateAuthResponse(as, party, await userFollows(link, ANNA), state);
      const got = await oauth.authorizationCodeGrantRequest(
        ...([as, party, authentication(), answer, redirectUri, verifier, options] as const),
      );
      const tokens = await oauth.processAuthorizationCodeResponse(as, party, got, { requireIdToken: true });
      const account = new URL(server.accountUrl);
      const called = await oauth.protectedResourceRequest(
        ...([tokens.access_token, 'GET', account, undefined, null, options] as const),
      );
      expect(nameIn((await called.json()) as Body)).toBe(ANNA.name);
    });

    it('as strict: gets tokens for itself; with the token endpoint as aud too, but not as fapi2', async () => {
      const ask = async (clientId: string, by: oauth.ClientAuth) => {
        const party: oauth.Client = { client_id: clientId };
        const DPoP = oauth.DPoP(party, await oauth.generateKeyPair('ES256'));
        const options = { DPoP, ...HTTP };
        const sent = await oauth.clientCredentialsGrantRequest(as, party, by, new URLSearchParams(), options);
        return oauth.processClientCredentialsResponse(as, party, sent);
      };
      expect(await ask('keyed', authentication())).toMatchObject({ token_type: 'dpop' });
      const older = oauth.PrivateKeyJwt(
        { key, kid: KID },
        { [oauth.modifyAssertion]: (_header, payload) => void (payload.aud = as.token_endpoint) },
      );
      expect(await ask('keyed', older)).toMatchObject({ token_type: 'dpop' });
      await expect(ask('bank', older)).rejects.toMatchObject({ status: 401 });
    });
  });
});
