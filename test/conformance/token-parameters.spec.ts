import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, tokensFor, type Answer } from '../support/a01.js';
import { ANNA, BEN, CLIENTS } from '../support/fixtures.js';
import { openApi } from '../support/openapi-document.js';
import { Recorder } from '../support/recorder.js';
import { startApp, type TestServer } from '../support/start-app.js';

type Fields = Record<string, string>;

const CALL = '/api/log2/generateaccesstokenbypassword';
const VALID: Fields = {
  a01identifier: ANNA.email,
  a01password: ANNA.password,
  a01tokentype: 'Bearer',
  a01deviceId: 'kitchen',
};
const NAMES = ['identifier', 'password', 'tokentype', 'deviceId'] as const;
/** Required parameters of the other grant types. */
const REQUIRED: [path: string, parameters: string[]][] = [
  ['/api/log2/generateaccesstokenbyvalidationtoken', ['validationtoken', 'tokentype', 'deviceId']],
  ['/api/log2/generateaccesstokenbyauthorizationcode', ['code', 'tokentype']],
  ['/api/log2/in', ['identifier', 'password']],
];

describe('access-token response and the parameters of the token operations (§2.4, §4.2)', () => {
  let server: TestServer;
  let api: Recorder;
  beforeAll(async () => {
    server = await startApp();
    api = new Recorder(server);
  });
  afterAll(() => server.close());

  const exchange = (form: Fields): Promise<Answer> => api.post(CALL, form, basic(CLIENTS.app));
  const token = (form: Fields, client: { id: string; secret: string } = CLIENTS.app): Promise<Answer> =>
    api.post('/token', form, basic(client));
  const without = (...names: string[]): Fields =>
    Object.fromEntries(Object.entries(VALID).filter(([name]) => !names.includes(name.slice(3))));

  const expectTokenHeaders = ({ status, headers }: Answer): void => {
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json;charset=UTF-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');
  };
  const MAC_KEY = expect.stringMatching(/^[\w-]{43}$/); // D46: 256 bits in base64url
  const ACCESS_TOKEN = expect.stringMatching(/^[\w-]{92}$/);
  const REFRESH_TOKEN = expect.stringMatching(/^[\w-]{88}$/);
  const BEARER = {
    access_token: ACCESS_TOKEN,
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: REFRESH_TOKEN,
  };
  const MAC = {
    access_token: ACCESS_TOKEN,
    token_type: 'mac',
    expires_in: 259_200,
    refresh_token: REFRESH_TOKEN,
    mac_key: MAC_KEY,
    mac_algorithm: 'hmac-sha-1',
  };

  // I2.4-01, I2.4-03, I2.4-04, I2.4-05, I2.4-06, I2.4-07, I2.4-08, I2.4-10, I2.4-11, I2.4-12, I2.4-13,
  // I2.7-06, I4.2-04, I4.2-09, I8-03
  it.each([
    ['Bearer', BEARER],
    ['bearer', BEARER],
    ['Mac', MAC],
    ['MAC', MAC],
  ])(
    'answers a01tokentype=%s with the fields of §2.4 and no others (§2.7, D47, D48)',
    async (type, fields) => {
      const answer = await exchange({ ...VALID, a01tokentype: type });
      expectTokenHeaders(answer);
      expect(answer.body).toEqual(fields);
    },
  );

  // I2.4-06, I4.2-33
  it.each([
    ['Bearer', BEARER],
    ['Mac', MAC],
  ] as const)(
    'refreshes a %s token with the fields of §2.4, in its own type (§4.2, D49)',
    async (type, fields) => {
      const { refresh_token } = await tokensFor(server, ANNA, type);
      const answer = await token({ grant_type: 'refresh_token', refresh_token });
      expectTokenHeaders(answer);
      expect(answer.body).toEqual(fields);
    },
  );

  it.each([
    ['no token_type', {}, BEARER],
    ['token_type=Bearer', { token_type: 'Bearer' }, BEARER],
    ['token_type=mac', { token_type: 'mac' }, MAC],
  ])('answers grant_type=password with %s as D62 has it', async (_what, more, fields) => {
    const who = { username: ANNA.email, password: ANNA.password };
    const answer = await token({ grant_type: 'password', ...who, ...more });
    expectTokenHeaders(answer);
    expect(answer.body).toEqual(fields);
  });

  it('answers grant_type=client_credentials without a refresh token (D62, RFC 6749 §4.4.3)', async () => {
    const answer = await token({ grant_type: 'client_credentials' }, CLIENTS.provisioning);
    expectTokenHeaders(answer);
    expect(answer.body).toEqual({ access_token: ACCESS_TOKEN, token_type: 'Bearer', expires_in: 3600 });
  });

  const refusal = (message: unknown) => ({
    a01: {
      ex: { name: 'FizApiInvalidParameterException', type: 'Ex', value: '400', message },
      cn: 'log2generateaccesstokenbypassword',
    },
  });

  // I4.2-02, I4.2-03, I4.2-04, I4.2-05
  it.each(NAMES)('refuses the exchange without a01%s, naming it (§4.2, D10)', async (name) => {
    const { status, body } = await exchange(without(name));
    expect(status).toBe(400);
    expect(body).toEqual(refusal(`${name} is required.`));
  });

  // I4.2-06
  it.each(NAMES)('refuses the exchange with an empty a01%s, naming it (§4.2, D10)', async (name) => {
    const { status, body } = await exchange({ ...VALID, [`a01${name}`]: '' });
    expect(status).toBe(400);
    expect(body).toEqual(refusal(expect.stringContaining(name)));
  });

  // I4.2-12, I4.2-13, I4.2-14, I4.2-20, I4.2-21, I4.3-01
  it.each(REQUIRED.flatMap(([call, names]) => names.map((name) => [call, name, names] as const)))(
    'refuses %s without %s, naming it (§4.2, §4.3, D10)',
    async (path, name, names) => {
      const others = names.filter((other) => other !== name);
      const form = Object.fromEntries(others.map((other) => [`a01${other}`, VALID[`a01${other}`] ?? 'x']));
      const { status, body } = await api.post(path, form, basic(CLIENTS.app));
      expect([status, body.a01.ex.name]).toEqual([400, 'FizApiInvalidParameterException']);
      expect(body.a01.ex.message).toBe(`${name} is required.`);
    },
  );

  it.each([
    // I2.7-07
    ['a01tokentype=JWT', { a01tokentype: 'JWT' }, /tokentype.*Bearer.*Mac/],
    ['a01deviceId of 256 characters', { a01deviceId: 'd'.repeat(256) }, /deviceId.*255/],
    ['a01identifier of 5000 characters', { a01identifier: 'x'.repeat(5000) }, /identifier/],
    ['a01password of 5000 characters', { a01password: 'x'.repeat(5000) }, /password/],
  ])('refuses %s (§4.2, D10, D52)', async (_what, change, message) => {
    const { status, body } = await exchange({ ...VALID, ...change });
    expect(status).toBe(400);
    expect(body).toEqual(refusal(expect.stringMatching(message)));
  });

  // I4.2-07
  it('names every missing and malformed parameter in one answer (D10)', async () => {
    const { body } = await exchange({
      ...without('identifier', 'password'),
      a01tokentype: 'JWT',
      a01deviceId: '',
    });
    for (const name of NAMES) expect(body.a01.ex.message).toContain(name);
  });

  it('names all four if nothing is sent (D10)', async () => {
    const { body } = await exchange({});
    for (const name of NAMES) expect(body.a01.ex.message).toContain(name);
  });

  // I4.2-05
  it.each([1, 255])('takes a deviceId of %i characters (D52)', async (length) => {
    expect((await exchange({ ...VALID, a01deviceId: 'd'.repeat(length) })).status).toBe(200);
  });

  it.each([
    ['grant_type', {}, CLIENTS.app],
    ['refresh_token', { grant_type: 'refresh_token' }, CLIENTS.app],
    ['refresh_token', { grant_type: 'refresh_token', refresh_token: '' }, CLIENTS.app],
    ['username', { grant_type: 'password', password: 'x' }, CLIENTS.app],
    ['password', { grant_type: 'password', username: ANNA.email }, CLIENTS.app],
    [
      'token_type',
      { grant_type: 'password', username: ANNA.email, password: ANNA.password, token_type: 'jwt' },
      CLIENTS.app,
    ],
    ['token_type', { grant_type: 'client_credentials', token_type: 'jwt' }, CLIENTS.provisioning],
  ])(
    'answers invalid_request naming %s when POST /token holds %j (§4.2, D12)',
    async (name, form, client) => {
      const { status, body } = await token(form, client);
      expect(status).toBe(400);
      expect(body).toEqual({ error: 'invalid_request', error_description: expect.stringContaining(name) });
    },
  );

  it('names username and password in one answer when POST /token lacks both (D10)', async () => {
    const { body } = await token({ grant_type: 'password' });
    expect(body.error_description).toContain('username');
    expect(body.error_description).toContain('password');
  });

  it.each(['refresh_token', 'username', 'token_type', 'device_id'])(
    'takes an empty %s of another grant type as not sent (RFC 6749 §3.2)',
    async (name) => {
      const { status } = await token({ grant_type: 'client_credentials', [name]: '' }, CLIENTS.provisioning);
      expect(status).toBe(200);
    },
  );

  // I4.2-27
  it('takes the credentials of POST /token in the body as well (D62)', async () => {
    const { refresh_token } = await tokensFor(server, BEN);
    const credentials = { client_id: CLIENTS.app.id, client_secret: CLIENTS.app.secret };
    const answer = await api.post('/token', { grant_type: 'refresh_token', refresh_token, ...credentials });
    expect(answer.status).toBe(200);
  });

  it('gives only errors that the OpenAPI document declares', async () => {
    expect(api.undeclared(await openApi(server))).toEqual([]);
  });
});
