import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, bearer, call, loggedAccount, post, refresh, tokensFor } from '../support/a01.js';
import { ANNA, BEN, CLIENTS, PENDING } from '../support/fixtures.js';
import { macHeader } from '../support/mac-signer.js';
import { startApp, type TestServer } from '../support/start-app.js';

describe("privileged client exchanges a user's password for tokens (§4.2)", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  const form = {
    identifier: ANNA.email,
    password: ANNA.password,
    tokentype: 'Bearer',
    deviceId: 'kitchen tablet',
  };
  const exchange = (
    changes: Record<string, string> = {},
    client: { id: string; secret: string } = CLIENTS.app,
  ) => post(server, '/api/log2/generateaccesstokenbypassword', { ...form, ...changes }, basic(client));

  // I2.3-09, I3.2-01, I5.3-18
  it('answers a Bearer request as §2.4 says, without the MAC fields (D47)', async () => {
    const { status, headers, body } = await exchange();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json;charset=UTF-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'token_type']);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(body.access_token).toMatch(/^[\w-]{92}$/);
  });

  it('answers a Mac request with key and algorithm (§2.4)', async () => {
    const { body } = await exchange({ tokentype: 'Mac' });
    expect(body).toMatchObject({ token_type: 'mac', expires_in: 259200, mac_algorithm: 'hmac-sha-1' });
    expect(Buffer.from(body.mac_key, 'base64url')).toHaveLength(32);
  });

  // I4.1-01, I4.1-02
  it('works as the interface writes it: GET /api with prefixed parameters and credentials in the query (§4.1)', async () => {
    const { status, body } = await call(server, 'log2generateaccesstokenbypassword', {
      ...form,
      client_id: CLIENTS.app.id,
      client_secret: CLIENTS.app.secret,
    });
    expect(status).toBe(200);
    expect((await loggedAccount(server, bearer(body.access_token))).status).toBe(200);
  });

  // I2.1-02, I2.2-04, I4.2-02
  it.each([ANNA.email, ANNA.email.toUpperCase(), ANNA.msisdn, '4915112345678', ANNA.login, 'ANNA.K'])(
    'knows the account by %s (§2.2, D20)',
    async (identifier) => {
      expect((await exchange({ identifier })).status).toBe(200);
    },
  );

  // I1-04, I5.2-02
  it('makes the main job work: call as Bearer and as MAC, refresh, call again', async () => {
    const { access_token: token } = await tokensFor(server, ANNA);
    expect((await loggedAccount(server, bearer(token))).body.a01.r.r).toMatchObject({ name: 'Anna K.' });

    const mac = await tokensFor(server, ANNA, 'Mac');
    const url = `${server.url}/api/acc/getloggedaccount`;
    const signed = macHeader({ id: mac.access_token, key: mac.mac_key, url, ts: server.clock.seconds });
    expect((await loggedAccount(server, signed)).body.a01.r.r).toMatchObject({ name: 'Anna K.' });

    const renewed = (await refresh(server, mac.refresh_token)).body;
    expect(renewed).toMatchObject({ token_type: 'mac', mac_algorithm: 'hmac-sha-1' });
    const again = macHeader({
      id: renewed.access_token,
      key: renewed.mac_key,
      url,
      ts: server.clock.seconds,
    });
    expect((await loggedAccount(server, again)).status).toBe(200);
  });

  // I2.1-04, I3.2-03, I4.2-10
  it.each([
    ['an unknown identifier', { identifier: 'nobody@family.example' }],
    ['a wrong password', { password: 'not-it' }],
    ['a pending account', { identifier: PENDING.email }],
  ])('refuses %s with one and the same answer (D40)', async (_what, changes) => {
    const { status, body } = await exchange({ identifier: BEN.email, password: BEN.password, ...changes });
    expect(status).toBe(401);
    expect(body.a01.ex).toEqual({
      name: 'FizCredentialInvalidException',
      type: 'Ex',
      value: '3',
      message: 'The identifier or the password is wrong.',
    });
  });

  // I2.3-11, I4.2-01, I5.2-05
  it('refuses a client that is not privileged with 509 (§2.3)', async () => {
    const { status, body } = await exchange({}, CLIENTS.thirdParty);
    expect(status).toBe(509);
    expect(body.a01.ex).toMatchObject({
      name: 'FizApiKeyInsufficientRightsException',
      type: 'Un',
      value: '509',
    });
  });

  // I4.1-16
  it('accepts an imported secret with a colon and a space in it (D34)', async () => {
    expect((await exchange({}, CLIENTS.imported)).status).toBe(200);
    expect((await exchange({}, { ...CLIENTS.imported, secret: 'tell no:two' })).status).toBe(509);
  });
});
