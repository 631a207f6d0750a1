import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Method } from '../../src/identity/sessions/authentication.js';
import { ClientDirectory } from '../../src/oauth/clients/client-directory.js';
import { TokenIssuer } from '../../src/oauth/tokens/token-issuer.js';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic, bearer, post, send, type Answer } from '../support/a01.js';
import { newAdmin, sendJson, type Admin } from '../support/admin-api.js';
import { accountId, outdate, rows } from '../support/database-rows.js';
import { ANNA } from '../support/fixtures.js';
import { LegacyClient } from '../support/legacy-client.js';
import { macHeader } from '../support/mac-signer.js';
import { startApp, type TestServer } from '../support/start-app.js';

const MFA = 'https://refeds.org/profile/mfa';
const PASSKEY = 'http://schemas.openid.net/pape/policies/2007/06/phishing-resistant';
const bank = { id: 'bank', secret: 'bank-secret-1' };
const office = { id: 'office', secret: 'office-secret-1' };
const GET_ACCOUNT = '/api/acc/getloggedaccount';
const MEANING =
  'The call or the ruleset asks for a stronger or newer sign-in than this one. Send the user to sign in again with the acr_values and the max_age of WWW-Authenticate.';

interface Wanted {
  readonly client?: typeof bank;
  readonly account?: string;
  readonly tokenType?: 'bearer' | 'mac';
}

describe('rule about how the account signed in (RFC 9470, D252)', () => {
  let server: TestServer;
  let anna: string;
  let boss: Admin;
  beforeAll(async () => {
    server = await startApp();
    const rulesets = [
      {
        name: 'BANK',
        rules: [
          ...['log2*', 'oauth2*', 'acc*', `accgetloggedaccount requires acr ${MFA} max_age 300`],
          `oauth2userinfo requires acr ${PASSKEY}`,
        ],
      },
      { name: 'OFFICE', rules: ['oauth2*', 'admin*', `adminaccount* requires acr ${MFA}`] },
    ];
    const usual = { clientType: 'confidential' as const, isPrivileged: true };
    const clients = [
      { ...usual, clientId: bank.id, clientSecret: bank.secret, name: 'Bank', ruleset: 'BANK' },
      { ...usual, clientId: office.id, clientSecret: office.secret, name: 'Office', ruleset: 'OFFICE' },
    ];
    await server.get(Bootstrap).apply({ rulesets, clients });
    anna = await accountId(server, ANNA.email);
    boss = await newAdmin(server);
  });
  afterAll(() => server.close());

  async function tokenBy(
    methods: readonly Method[],
    { client: { id } = bank, account = anna, tokenType = 'bearer' }: Wanted = {},
  ) {
    const client = await server.get(ClientDirectory).findByClientId(id);
    if (!client) throw new Error('no client');
    const isVouched = methods.includes('provider');
    return server.get(TokenIssuer).issue({
      ...{
        client,
        accountId: account,
        tokenType,
        thumbprint: null,
        methods,
        deviceId: null,
        grantType: 'password',
        address: '::1',
      },
      ...(!isVouched && { authTime: server.clock.now() }),
    });
  }
  const call = async (methods: readonly Method[]): Promise<Answer> =>
    send(server, 'GET', GET_ACCOUNT, bearer((await tokenBy(methods)).accessToken));
  const challengeFor = (problem: string): string =>
    `Bearer error="insufficient_user_authentication", error_description="${problem}", acr_values="${MFA}", max_age="300"`;

  it.each<Method[]>([['password', 'code'], ['passkey']])(
    'a call passes with a sign-in by %s',
    async (...methods) => {
      expect((await call(methods)).status).toBe(200);
    },
  );

  it.each<Method[]>([['password'], ['link', 'password'], ['provider']])(
    'a call after a sign-in by %s is answered with 401 and the requirement, in the envelope',
    async (...methods) => {
      const { status, headers, body } = await call(methods);
      expect([status, headers.get('www-authenticate')]).toEqual([
        401,
        challengeFor('A stronger sign-in is required'),
      ]);
      const name = 'FizInsufficientUserAuthenticationException';
      expect(body.a01).toEqual({
        ex: { name, type: 'Un', value: '401', message: MEANING },
        cn: 'accgetloggedaccount',
      });
    },
  );

  it('a strong sign-in is too old after max_age, even for cached tokens', async () => {
    const { accessToken } = await tokenBy(['password', 'code']);
    const ask = () => send(server, 'GET', GET_ACCOUNT, bearer(accessToken));
    server.clock.advance({ seconds: 300 });
    expect((await ask()).status).toBe(200);
    server.clock.advance({ seconds: 1 });
    const { status, headers } = await ask();
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      challengeFor('A more recent sign-in is required'),
    ]);
  });

  it('a refresh changes neither method nor time of the sign-in', async () => {
    const { refreshToken } = await tokenBy(['password', 'code']);
    server.clock.advance({ seconds: 200 });
    const refreshed = async (token: string) =>
      (await post(server, '/token', { grant_type: 'refresh_token', refresh_token: token }, basic(bank))).body;
    const first = await refreshed(refreshToken as string);
    expect((await send(server, 'GET', GET_ACCOUNT, bearer(first.access_token))).status).toBe(200);
    server.clock.advance({ seconds: 101 });
    const next = await refreshed(first.refresh_token);
    expect((await send(server, 'GET', GET_ACCOUNT, bearer(next.access_token))).status).toBe(401);
  });

  it('a token older than this feature counts as one of a password', async () => {
    const { accessToken } = await tokenBy(['passkey']);
    await rows(server, 'UPDATE token_grant SET methods = NULL');
    const answer = await send(server, 'GET', GET_ACCOUNT, bearer(accessToken));
    expect(answer.status).toBe(401);
  });

  it('other calls of the ruleset are unchanged', async () => {
    const { accessToken } = await tokenBy(['password']);
    expect((await send(server, 'GET', '/api/acc/ping', bearer(accessToken))).status).toBe(200);
  });

  it('a mac token gets the challenge in its own scheme', async () => {
    const tokens = await tokenBy(['password'], { tokenType: 'mac' });
    const { accessToken: id, macKey: key } = tokens;
    const signed = { id, key: key as string, url: `${server.url}${GET_ACCOUNT}`, ts: server.clock.seconds };
    const { status, headers } = await send(server, 'GET', GET_ACCOUNT, macHeader(signed));
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/^MAC error="insufficient_user_authentication", /);
  });

  it('an endpoint answers as OAuth says', async () => {
    const { accessToken } = await tokenBy(['password', 'code']);
    const { status, headers, body } = await send(server, 'GET', '/userinfo', bearer(accessToken));
    expect([status, body.error]).toEqual([401, 'insufficient_user_authentication']);
    expect(headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_user_authentication", error_description="A stronger sign-in is required", acr_values="${PASSKEY}"`,
    );
  });

  it('a session of log2in is checked too, by the ruleset of its client', async () => {
    const legacy = new LegacyClient(server);
    await legacy.signIn(ANNA, basic(bank));
    const { status, headers } = await legacy.account(basic(bank));
    expect([status, headers['www-authenticate']]).toEqual([
      401,
      challengeFor('A stronger sign-in is required'),
    ]);
  });

  it('a client that calls for itself is exempt: nobody signed in', async () => {
    const form = { grant_type: 'client_credentials' };
    expect((await post(server, '/token', form, basic(bank))).status).toBe(200);
    expect((await post(server, '/api/acc/ping', {}, basic(bank))).status).toBe(200);
  });

  describe('in the administration', () => {
    const ask = async (methods: readonly Method[], path = '/accounts') => {
      const { accessToken } = await tokenBy(methods, { client: office, account: boss.id });
      return sendJson(server, 'GET', path, { headers: bearer(accessToken) });
    };

    it('the token of an administrator needs the strength', async () => {
      expect((await ask(['password', 'code'])).status).toBe(200);
      const { status, headers, body } = await ask(['password']);
      expect([status, headers['content-type']]).toEqual([401, 'application/problem+json; charset=utf-8']);
      expect(body.detail).toBe(MEANING);
      expect(headers['www-authenticate']).toBe(
        `Bearer error="insufficient_user_authentication", error_description="A stronger sign-in is required", acr_values="${MFA}"`,
      );
      expect((await ask(['password'], '/clients')).status).toBe(200);
    });

    it("a client's own token has no sign-in: it is refused", async () => {
      const form = { grant_type: 'client_credentials' };
      const { body } = await post(server, '/token', form, basic(office));
      const own = (path: string) => sendJson(server, 'GET', path, { headers: bearer(body.access_token) });
      expect((await own('/clients')).status).toBe(200);
      expect((await own('/accounts')).status).toBe(401);
    });
  });

  it('a change of the rule applies to existing tokens', async () => {
    const { accessToken } = await tokenBy(['password']);
    const patterns = "ARRAY['acc*', 'log2*', 'oauth2*']";
    await rows(server, `UPDATE ruleset SET patterns = ${patterns} WHERE name = 'BANK'`);
    await outdate(server, 'rulesets');
    expect((await send(server, 'GET', GET_ACCOUNT, bearer(accessToken))).status).toBe(200);
  });
});
