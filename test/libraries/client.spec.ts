import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  FizAccessTokenInvalidException,
  Grant,
  InvalidCallback,
  MemoryTokens,
  newDpopKey,
  OAuthError,
  PublicClient,
  SignInRequired,
  type Client,
  type KeptAuthorization,
  type Tokens,
} from 'hearth-client/server';
import { CookieBrowser, registerThirdParties, THIRD_PARTIES } from '../support/authorization.js';
import { addTelevisions, decide, TELEVISIONS } from '../support/devices.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import type { TestServer } from '../support/start-app.js';
import { ClientLibrary, PAGE, refusalOf } from './client-library.js';
import { userFollows } from './user.js';

const HOUR = { seconds: 3601 };
const DAY_MS = 86_400_000;

describe('client library, for people, against a running server (D273)', () => {
  let library: ClientLibrary;
  let server: TestServer;
  beforeAll(async () => {
    library = await ClientLibrary.start();
    ({ server } = library);
    await registerThirdParties(server);
    await addTelevisions(server);
  });
  afterAll(() => server.close());

  const password = (client: Client, more: Record<string, string> = {}) =>
    client.tokens({ grant_type: 'password', username: ANNA.email, password: ANNA.password, ...more });

  describe('for a person', () => {
    it('reads the account: booleans and numbers as such, ids as digits', async () => {
      const client = library.confidential(CLIENTS.app);
      const grant = new Grant(client, new MemoryTokens(await password(client)));
      const { name, accountId, identifiers, families } = await grant.call('acc/getloggedaccount');
      expect([name, accountId, identifiers[0].validated, identifiers[1].validated]).toEqual([
        ...['Anna K.', '1', true, false],
      ]);
      expect(families[0]).toMatchObject({
        ...{ familyId: '1', premiumType: 2, Calendar_Service: true, Autotracking_Service: false },
      });
    });

    it.each([
      ['whose refresh token is replaced', CLIENTS.app],
      ['whose refresh token stays', CLIENTS.keeper],
    ])('a client %s: twenty callers with an expired token refresh once', async (_which, which) => {
      const client = library.confidential(which);
      const store = new MemoryTokens(await password(client));
      const before = store.get() as Tokens;
      server.clock.advance(HOUR);
      library.sent.length = 0;
      const grants = [new Grant(client, store), new Grant(client, store)];
      const calls = [...Array(20).keys()].map((index) => grants[index % 2].call('acc/getloggedaccount'));
      for (const { name } of await Promise.all(calls)) expect(name).toBe('Anna K.');
      expect(library.sent.filter((path) => path === '/token')).toHaveLength(1);
      expect(library.sent).toHaveLength(41);
      expect((store.get() as Tokens).access_token).not.toBe(before.access_token);
    });

    it('with MAC signs each request, even after a refresh, whatever the local clock says', async () => {
      const client = library.confidential(CLIENTS.app, library.surroundings(DAY_MS));
      const args = {
        identifier: ANNA.email,
        password: ANNA.password,
        tokentype: 'Mac',
        deviceId: 'd',
      } as const;
      const tokens = await client.call('log2/generateaccesstokenbypassword', args);
      expect(tokens.mac_algorithm).toBe('hmac-sha-1');
      const grant = new Grant(client, new MemoryTokens(tokens));
      expect((await grant.call('acc/getloggedaccount')).name).toBe('Anna K.');
      expect((await grant.refresh()).token_type).toBe('mac');
      expect((await grant.call('acc/getloggedaccount')).name).toBe('Anna K.');
      const strict = library.confidential(CLIENTS.strict);
      const newer = await password(strict, { token_type: 'mac' });
      expect(newer.mac_algorithm).toBe('hmac-sha-256');
      expect(await strict.callWith(newer, 'acc/ping')).toBe(true);
    });

    it('with DPoP binds tokens to the key, which no one else has', async () => {
      const client = library.confidential(CLIENTS.app, { dpop: await newDpopKey() });
      const tokens = await password(client);
      expect(tokens.token_type).toBe('DPoP');
      expect((await client.callWith(tokens, 'acc/getloggedaccount')).name).toBe('Anna K.');
      const thief = library.confidential(CLIENTS.app, { dpop: await newDpopKey() });
      const refusal = await refusalOf(thief.callWith(tokens, 'acc/getloggedaccount'));
      expect(refusal).toBeInstanceOf(FizAccessTokenInvalidException);
      const asBearer = { ...tokens, token_type: 'Bearer' } as const;
      await expect(client.callWith(asBearer, 'acc/ping')).rejects.toThrow('not valid');
    });

    it('signing out ends the grant', async () => {
      const client = library.confidential(CLIENTS.app);
      const tokens = await password(client);
      const store = new MemoryTokens(tokens);
      await new Grant(client, store).revoke();
      expect(store.get()).toBeNull();
      const left = new Grant(client, new MemoryTokens(tokens)).call('acc/getloggedaccount');
      expect(await refusalOf(left)).toBeInstanceOf(SignInRequired);
    });

    it('reports a wrong password as RFC 6749 says', async () => {
      const refusal = await refusalOf(
        password(library.confidential(CLIENTS.app), { password: 'not it at all' }),
      );
      expect(refusal).toBeInstanceOf(OAuthError);
      expect(refusal).toMatchObject({ error: 'invalid_grant', status: 400 });
    });
  });

  describe('by the code flow', () => {
    const { shop } = THIRD_PARTIES;
    const redirect_uri = shop.redirectUri;
    const page = async () =>
      new PublicClient(server.url, {
        clientId: PAGE.id,
        dpop: await newDpopKey(),
        ...library.surroundings(),
      });

    async function asked(client: Client, uri: string, decision: 'allow' | 'deny' = 'allow') {
      const { url, kept } = await client.authorizationRequest({ redirect_uri: uri, scope: 'openid account' });
      // The stored token has arrived meanwhile.
      const stored = JSON.parse(JSON.stringify(kept)) as KeptAuthorization;
      return { callback: await userFollows(url, ANNA, decision), kept: stored };
    }

    it('signs in with a secret, and with a key and its nonces instead', async () => {
      for (const [client, uri, type] of [
        [library.confidential(shop), redirect_uri, 'Bearer'],
        [await page(), PAGE.redirect_uri, 'DPoP'],
      ] as const) {
        const { callback, kept } = await asked(client, uri);
        const store = new MemoryTokens(await client.exchange(callback, kept));
        expect(store.get()).toMatchObject({ token_type: type, scope: 'openid account' });
        const grant = new Grant(client, store);
        expect((await grant.call('acc/getloggedaccount')).name).toBe('Anna K.');
        server.clock.advance(HOUR);
        expect((await grant.call('acc/getloggedaccount')).name).toBe('Anna K.');
        await grant.revoke();
      }
    });

    it('rejects a response that it did not ask for, and the code stays valid', async () => {
      const client = library.confidential(shop);
      const { callback, kept } = await asked(client, redirect_uri);
      const other = await client.authorizationRequest({ redirect_uri });
      expect(await refusalOf(client.exchange(callback, other.kept))).toBeInstanceOf(InvalidCallback);
      expect(await refusalOf(client.exchange(callback, undefined))).toBeInstanceOf(InvalidCallback);
      expect((await client.exchange(callback, kept)).token_type).toBe('Bearer');
    });

    it('reports a declined request, and a used code', async () => {
      const client = library.confidential(shop);
      const { callback, kept } = await asked(client, redirect_uri);
      const tokens = await client.exchange(callback, kept);
      expect(await refusalOf(client.exchange(callback, kept))).toMatchObject({ error: 'invalid_grant' });
      const grant = new Grant(client, new MemoryTokens(tokens));
      expect(await refusalOf(grant.call('acc/getloggedaccount'))).toBeInstanceOf(SignInRequired);
      const garden = library.confidential(THIRD_PARTIES.garden);
      const no = await asked(garden, THIRD_PARTIES.garden.redirectUri, 'deny');
      expect(await refusalOf(garden.exchange(no.callback, no.kept))).toMatchObject({
        error: 'access_denied',
      });
    });
  });

  it('a device waits for the decision', async () => {
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    const seconds: number[] = [];
    const client = new PublicClient(server.url, {
      clientId: TELEVISIONS.films.id,
      ...library.surroundings(),
      sleep: async (ms) => {
        seconds.push(ms / 1000);
        if (seconds.length === 2) await decide(browser, device);
      },
    });
    const device = await client.authorizeDevice({ scope: 'account' });
    const tokens = await client.pollDevice(device);
    expect(seconds).toEqual([5, 5]);
    expect((await client.callWith(tokens, 'acc/getloggedaccount')).name).toBe('Anna K.');
  });
});
