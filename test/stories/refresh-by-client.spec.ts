import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClientDirectory } from '../../src/oauth/clients/client-directory.js';
import { TokenIssuer } from '../../src/oauth/tokens/token-issuer.js';
import { basic, bearer, loggedAccount, post, refresh, tokensFor, type Body } from '../support/a01.js';
import { accountId, clientRowId, outdate, rows } from '../support/database-rows.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { macHeader } from '../support/mac-signer.js';
import { startApp, type TestServer } from '../support/start-app.js';

const INVALID_GRANT = {
  error: 'invalid_grant',
  error_description: 'The grant is unknown, expired, already used, revoked, or belongs to another client.',
};

describe("a client's use of its refresh token depends on the client (D49, D62, D68)", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  const statusOf = async ({ access_token }: Body) =>
    (await loggedAccount(server, bearer(access_token))).status;

  const setRotation = async (on: boolean) => {
    await rows(server, 'UPDATE client SET rotates_refresh_token = $1 WHERE client_id = $2', [
      on,
      CLIENTS.keeper.id,
    ]);
    await outdate(server, `client:${await clientRowId(server, CLIENTS.keeper.id)}`);
  };

  describe('confidential client of profile interface (§3.2, D49)', () => {
    // I3.2-11
    it('gets its unchanged refresh token with each new access token, for years', async () => {
      const { refresh_token: kept } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.keeper);
      for (const days of [0, 1, 300, 900, 600]) {
        server.clock.advance({ days });
        const { status, body } = await refresh(server, kept, CLIENTS.keeper);
        expect(status).toBe(200);
        expect(body.refresh_token).toBe(kept);
        expect(await statusOf(body)).toBe(200);
      }
    });

    it('may refresh from many workers at once: each gets an access token that works', async () => {
      const { refresh_token: kept } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.keeper);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => refresh(server, kept, CLIENTS.keeper)),
      );
      for (const { body } of answers) expect(await statusOf(body)).toBe(200);
    });

    // I3.2-07, I3.2-08, I3.2-09
    it.each([0, 3, 60])(
      'gets "expired" for an earlier access token, %s days after its end (§3.2, D76)',
      async (days) => {
        const { access_token: old, refresh_token: kept } = await tokensFor(
          server,
          ANNA,
          'Bearer',
          CLIENTS.keeper,
        );
        server.clock.advance({ days, seconds: 3600 });
        expect((await refresh(server, kept, CLIENTS.keeper)).status).toBe(200);
        server.clock.advance({ minutes: 20 * 60 });
        expect((await refresh(server, kept, CLIENTS.keeper)).status).toBe(200);
        const { status, headers } = await loggedAccount(server, bearer(old));
        expect([status, headers.get('www-authenticate')]).toEqual([
          401,
          expect.stringMatching(/, MAC Expired$/),
        ]);
      },
    );

    // I3.2-14
    it('ends five years after the sign-in, however often it was used (§8: several years)', async () => {
      const { refresh_token: kept } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.keeper);
      server.clock.advance({ days: 5 * 365, seconds: -1 });
      expect((await refresh(server, kept, CLIENTS.keeper)).status).toBe(200);
      server.clock.advance({ seconds: 1 });
      expect((await refresh(server, kept, CLIENTS.keeper)).body).toEqual(INVALID_GRANT);
    });

    it('refreshes MAC tokens too: each has a key of its own', async () => {
      const old = await tokensFor(server, ANNA, 'Mac', CLIENTS.keeper);
      const renewed = await Promise.all(
        Array.from({ length: 5 }, () => refresh(server, old.refresh_token, CLIENTS.keeper)),
      );
      expect(new Set(renewed.map(({ body }) => body.mac_key)).size).toBe(5);
      for (const { body } of renewed) {
        expect(body).toMatchObject({ token_type: 'mac', refresh_token: old.refresh_token });
        const { access_token: id, mac_key: key } = body;
        const url = `${server.url}/api/acc/getloggedaccount`;
        const signed = macHeader({ id, key, url, ts: server.clock.seconds });
        expect((await loggedAccount(server, signed)).status).toBe(200);
      }
    });

    it('cannot refresh with the token of another client at that moment', async () => {
      const { refresh_token: kept } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.keeper);
      const [own, other] = await Promise.all([
        refresh(server, kept, CLIENTS.keeper),
        refresh(server, kept, { id: CLIENTS.imported.id, secret: CLIENTS.imported.secret }),
      ]);
      expect(own.status).toBe(200);
      expect(other.body).toEqual(INVALID_GRANT);
    });

    it('ends with its grant', async () => {
      const { refresh_token: kept } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.keeper);
      await post(server, '/revoke', { token: kept }, basic(CLIENTS.keeper));
      expect((await refresh(server, kept, CLIENTS.keeper)).body).toEqual(INVALID_GRANT);
    });

    // I3.2-12
    it('rotates from the moment its record says so, and stays from when it no longer does', async () => {
      const { refresh_token: first } = await tokensFor(server, ANNA, 'Bearer', CLIENTS.keeper);
      await setRotation(true);
      const second = (await refresh(server, first, CLIENTS.keeper)).body.refresh_token;
      expect(second).not.toBe(first);
      expect((await refresh(server, first, CLIENTS.keeper)).body.refresh_token).toBe(second); // within 60 s
      await setRotation(false);
      expect((await refresh(server, second, CLIENTS.keeper)).body.refresh_token).toBe(second);
      server.clock.advance({ seconds: 61 });
      expect((await refresh(server, first, CLIENTS.keeper)).body).toEqual(INVALID_GRANT); // stolen: the grant ends
      expect((await refresh(server, second, CLIENTS.keeper)).body).toEqual(INVALID_GRANT);
    });
  });

  describe('strict client (D68)', () => {
    const strictTokens = (type: 'Bearer' | 'Mac' = 'Bearer') => tokensFor(server, ANNA, type, CLIENTS.strict);

    // I3.2-12
    it('gets another refresh token each time, whatever its record says', async () => {
      const { refresh_token: old } = await strictTokens();
      const { body } = await refresh(server, old, CLIENTS.strict);
      expect(body.refresh_token).not.toBe(old);
    });

    it('gets hmac-sha-256, also when it refreshes (D50)', async () => {
      const tokens = await strictTokens('Mac');
      expect(tokens.mac_algorithm).toBe('hmac-sha-256');
      const { body } = await refresh(server, tokens.refresh_token, CLIENTS.strict);
      expect(body.mac_algorithm).toBe('hmac-sha-256');
      const url = `${server.url}/api/acc/getloggedaccount`;
      const { access_token: id, mac_key: key } = body;
      const signed = macHeader({ id, key, url, ts: server.clock.seconds, algorithm: 'sha256' });
      expect((await loggedAccount(server, signed)).status).toBe(200);
    });

    // I3.2-15
    it('is refused after 90 days unused', async () => {
      const one = await strictTokens();
      const two = await strictTokens();
      server.clock.advance({ days: 90, seconds: -1 });
      expect((await refresh(server, one.refresh_token, CLIENTS.strict)).status).toBe(200);
      server.clock.advance({ seconds: 1 });
      expect((await refresh(server, two.refresh_token, CLIENTS.strict)).body).toEqual(INVALID_GRANT);
    });

    // I3.2-15
    it('is refused a year after it signed in, however often it refreshed', async () => {
      let { refresh_token: token } = await strictTokens();
      for (const days of [80, 80, 80, 80, 44]) {
        server.clock.advance({ days });
        const { status, body } = await refresh(server, token, CLIENTS.strict);
        expect(status).toBe(200);
        token = body.refresh_token;
      }
      server.clock.advance({ days: 1 });
      expect((await refresh(server, token, CLIENTS.strict)).body).toEqual(INVALID_GRANT);
    });
  });

  describe('public client without a secret (D49, D62)', () => {
    const byId = (refresh_token: string, more: Record<string, string> = {}) =>
      post(server, '/token', {
        grant_type: 'refresh_token',
        refresh_token,
        client_id: CLIENTS.public.id,
        ...more,
      });

    async function publicToken(): Promise<string> {
      const client = await server.get(ClientDirectory).findByClientId(CLIENTS.public.id);
      if (!client) throw new Error('the fixtures have no public client');
      const tokens = await server.get(TokenIssuer).issue({
        client,
        accountId: await accountId(server, ANNA.email),
        tokenType: 'bearer',
        thumbprint: null,
        deviceId: 'phone',
        methods: ['password'],
        grantType: 'authorization_code',
        address: '127.0.0.1',
      });
      return tokens.refreshToken as string;
    }

    // I3.2-12, I4.2-27
    it('refreshes with its client_id only, and its token rotates', async () => {
      const token = await publicToken();
      const { status, body } = await byId(token);
      expect(status).toBe(200);
      expect(body.refresh_token).not.toBe(token);
      expect(await statusOf(body)).toBe(200);
    });

    it('is refused when it presents a secret, since it has none', async () => {
      const answer = await byId(await publicToken(), { client_secret: 'guessed-secret' });
      expect(answer.status).toBe(401);
      expect(answer.body.error).toBe('invalid_client');
    });

    it('does not let a confidential client do so', async () => {
      const { refresh_token } = await tokensFor(server, ANNA);
      const answer = await byId(refresh_token, { client_id: CLIENTS.app.id });
      expect(answer.status).toBe(401);
      expect(answer.body.error).toBe('invalid_client');
      expect((await refresh(server, refresh_token)).status).toBe(200);
    });

    it('gets neither client_credentials nor password tokens', async () => {
      const user = { username: ANNA.email, password: ANNA.password };
      for (const form of [{ grant_type: 'client_credentials' }, { grant_type: 'password', ...user }]) {
        const answer = await post(server, '/token', { client_id: CLIENTS.public.id, ...form });
        expect(answer.status).toBe(400);
        expect(answer.body.error).toBe('unauthorized_client');
      }
    });
  });
});
