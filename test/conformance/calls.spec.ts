import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VERSION } from '../../src/platform/version.js';
import { basic } from '../support/a01.js';
import { declaredEndpoints } from '../support/declared.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { openApi } from '../support/openapi-document.js';
import { FORM, raw, Recorder } from '../support/recorder.js';
import { startApp, type TestServer } from '../support/start-app.js';

type Fields = Record<string, string>;
type Place = 'the query of a GET' | 'the query of a POST' | 'a form' | 'JSON' | 'a multipart body';
const PLACES: Place[] = ['the query of a GET', 'the query of a POST', 'a form', 'JSON', 'a multipart body'];

const PASSWORD_CALL = {
  identifier: ANNA.email,
  password: ANNA.password,
  tokentype: 'Bearer',
  deviceId: 'kitchen',
};
const BINDINGS = [
  ['/api?a01call=log2generateaccesstokenbypassword', 'a01'],
  ['/api/log2/generateaccesstokenbypassword', ''],
] as const;

describe('call conventions (§4.1, D1–D8)', () => {
  let server: TestServer;
  let api: Recorder;
  beforeAll(async () => {
    server = await startApp();
    api = new Recorder(server);
  });
  afterAll(() => server.close());

  const prefixed = (fields: Fields, prefix: string): Fields =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, value]));

  const at = (place: Place, path: string, fields: Fields, headers: Fields = {}) => {
    const withQuery = `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(fields)}`;
    if (place === 'the query of a GET') return api.get(withQuery, headers);
    if (place === 'the query of a POST') return api.send('POST', withQuery, headers);
    if (place === 'a form') return api.post(path, fields, headers);
    if (place === 'JSON') {
      const type = { 'Content-Type': 'application/json' };
      return api.send('POST', path, { ...type, ...headers }, JSON.stringify(fields));
    }
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return api.send('POST', path, headers, form);
  };

  describe.each(BINDINGS)('through %s', (path, prefix) => {
    const parameters = prefixed(PASSWORD_CALL, prefix);

    // I4.1-03, I4.1-10, I4.1-11, I4.1-12, I4.1-13, I4.2-08
    it.each(PLACES)('takes parameters and client credentials in %s (§4.1, D2, D3, D34)', async (place) => {
      const credentials = { client_id: CLIENTS.app.id, client_secret: CLIENTS.app.secret };
      const { status, body } = await at(place, path, { ...parameters, ...credentials });
      expect(status).toBe(200);
      expect(body.token_type).toBe('Bearer');
    });

    // I4.1-15, I4.2-08
    it.each(PLACES)('takes parameters in %s with a Basic header (§4.1, D34)', async (place) => {
      expect((await at(place, path, parameters, basic(CLIENTS.app))).status).toBe(200);
    });

    // I4.1-17
    it.each(PLACES)('takes the secret as client_password in %s (§4.1, D4)', async (place) => {
      const credentials = { client_id: CLIENTS.app.id, client_password: CLIENTS.app.secret };
      expect((await at(place, path, { ...parameters, ...credentials })).status).toBe(200);
    });
  });

  // I4.1-04, I4.1-20, I4.1-21, I9-01
  it.each([
    ['accping', '/api?a01call=accping', 'true'],
    ['accping', '/api/acc/ping', 'true'],
    ['sysversion', '/api?a01call=sysversion', VERSION],
    ['sysversion', '/api/sys/version', VERSION],
  ])('answers %s at %s in the envelope with its name as cn (§4.1, D6)', async (cn, path, result) => {
    for (const answer of [await api.get(path), await api.post(path)]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json;charset=UTF-8');
      expect(answer.body).toEqual({ a01: { r: { r: result }, cn } });
    }
  });

  // I4.1-22
  it('sends a Long result as a string of digits (§4.1, D6)', async () => {
    const form = { identifier: ANNA.email, password: ANNA.password };
    const { body } = await api.post('/api/log2/in', form);
    expect(body).toEqual({ a01: { r: { r: expect.stringMatching(/^[1-9]\d*$/) }, cn: 'log2in' } });
  });

  // I4.1-23
  it('sends the boolean true as a string (§4.1, D6, D41)', async () => {
    expect((await api.post('/api/log2/out')).body).toEqual({ a01: { r: { r: 'true' }, cn: 'log2out' } });
  });

  it.each(['a form', 'JSON', 'a multipart body'] as const)('finds a01call in %s (D1, D3)', async (place) => {
    const { body } = await at(place, '/api', { a01call: 'accping' });
    expect(body).toEqual({ a01: { r: { r: 'true' }, cn: 'accping' } });
  });

  // I4.1-05
  it.each(['IDENTIFIER', 'Identifier', 'a01Identifier', 'A01IDENTIFIER', 'identi_fier', '_identifier_'])(
    'knows the parameter identifier as %s (D4)',
    async (name) => {
      const { identifier, ...others } = PASSWORD_CALL;
      const form = { ...others, [name]: identifier };
      const answer = await api.post('/api/log2/generateaccesstokenbypassword', form, basic(CLIENTS.app));
      expect(answer.status).toBe(200);
    },
  );

  // I4.1-06
  it.each(['partnerType', 'sendaccountidentifiervalidationcode', 'Validationcode', 'colour', 'a01colour'])(
    'ignores the retired or unknown parameter %s (D4)',
    async (name) => {
      const path = '/api/log2/generateaccesstokenbypassword';
      const { status } = await api.post(path, { ...PASSWORD_CALL, [name]: 'x' }, basic(CLIENTS.app));
      expect(status).toBe(200);
      expect((await api.get(`/api/acc/ping?${name}=x`)).status).toBe(200);
    },
  );

  const refusedParameter = {
    name: 'FizApiInvalidParameterException',
    type: 'Ex',
    value: '400',
    message: expect.any(String),
  };

  // I4.1-08
  it.each([
    ['an a02call', '/api?a02call=accping'],
    ['an a02call beside the a01call', '/api?a01call=accping&a02call=accping'],
    ['an a99call on a path', '/api/acc/ping?a99call=accping'],
    ['two different a01call', '/api?a01call=accping&a01call=sysversion'],
    ['the same a01call twice', '/api?a01call=accping&a01call=accping'],
    ['no a01call', '/api'],
  ])('refuses %s with 400 (D5, D10)', async (_what, path) => {
    const { status, body } = await api.get(path);
    expect(status).toBe(400);
    expect(body.a01.ex).toEqual(refusedParameter);
  });

  // I4.1-07
  it.each([
    ['in query and body', '/api/acc/ping?x=1', 'x=2'],
    ['in the body', '/api/acc/ping', 'x=1&x=2'],
    ['in two spellings', '/api/acc/ping', 'colour_x=1&a01ColourX=2'],
  ])('refuses a parameter given twice with different values %s (D3)', async (_where, path, form) => {
    const { status, body } = await api.send('POST', path, { 'Content-Type': FORM }, form);
    expect(status).toBe(400);
    expect(body.a01.ex).toEqual(refusedParameter);
  });

  it.each([
    ['GET', '/api?a01call=accping&x=1&x=2'],
    ['GET', '/api/acc/ping?x=1&x=2'],
    ['PUT', '/api?a01call=accping'],
    ['PUT', '/api/acc/ping'],
  ])('names the call in the error of %s %s (D1, D8)', async (method, path) => {
    expect((await api.send(method, path)).body.a01.cn).toBe('accping');
  });

  it('takes a parameter given twice with the same value (D3)', async () => {
    const { status } = await api.send('POST', '/api/acc/ping?x=1', { 'Content-Type': FORM }, 'x=1&a01X=1');
    expect(status).toBe(200);
  });

  // I4.1-09
  it.each([
    ['/api?a01call=provnothing', 'provnothing'],
    ['/api?a01call=', ''],
    ['/api?a01call=oauth2token', 'oauth2token'],
    ['/api/prov/nothing', 'provnothing'],
    ['/api/nothing', 'nothing'],
    ['/api/acc/ping/more', 'accpingmore'],
  ])('answers 404 in the envelope for %s, which is no call (D7)', async (path, cn) => {
    const { status, body } = await api.get(path);
    expect(status).toBe(404);
    expect(body).toEqual({
      a01: {
        ex: { name: 'FizApiUnknownCallException', type: 'Un', value: '404', message: expect.any(String) },
        cn,
      },
    });
  });

  const METHODS = ['PUT', 'DELETE', 'PATCH'];
  // I4.1-03
  it.each(
    [
      ['/api?a01call=accping', 'GET, HEAD, POST'],
      ['/api/acc/ping', 'GET, HEAD, POST'],
      ['/api/log2/in', 'GET, POST'],
    ].flatMap(([path, allow]) => METHODS.map((method) => [method, path, allow])),
  )('answers %s %s with 405 and Allow (D2)', async (method, path, allow) => {
    const { status, headers, body } = await api.send(method, path);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe(allow);
    expect(body.a01.ex.name).toBe('FizApiMethodNotAllowedException');
  });

  it.each(
    ['GET', 'HEAD', ...METHODS].flatMap((method) =>
      declaredEndpoints().map(({ path }) => [method, path as string]),
    ),
  )('answers %s %s with 405 and Allow, because RFC 6749 §3.2 requires POST', async (method, path) => {
    const { status, headers, body } = await api.send(method, path);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('POST');
    if (method !== 'HEAD') expect(body).toMatchObject({ error: 'invalid_request' });
  });

  it.each([
    ['text/plain', 415, 'FizApiUnsupportedMediaTypeException'],
    ['application/x-www-form-urlencoded;charset=no-such-charset', 415, 'FizApiUnsupportedMediaTypeException'],
    ['application/json', 400, 'FizApiInvalidParameterException'],
    ['multipart/form-data', 400, 'FizApiInvalidParameterException'],
  ])('refuses the body x=1 sent as %s with %i (D3, D10)', async (type, status, name) => {
    const answer = await api.send('POST', '/api/acc/ping', { 'Content-Type': type }, 'x=1');
    expect(answer.status).toBe(status);
    expect(answer.body.a01.ex.name).toBe(name);
  });

  // I4.1-26
  it('refuses a body of more than 64 KiB with 413 (D10)', async () => {
    const { status, body } = await api.post('/api/acc/ping', { x: 'x'.repeat(65_536) });
    expect(status).toBe(413);
    expect(body.a01.ex.name).toBe('FizApiRequestTooLargeException');
  });

  it('says what is wrong without repeating a value (D8)', async () => {
    const form = { ...PASSWORD_CALL, tokentype: 'not-a-kind-5831', password: 'secret-5832' };
    const { text } = await raw(
      server,
      'POST',
      '/api/log2/generateaccesstokenbypassword?a01password=secret-5833',
      { 'Content-Type': FORM, ...basic(CLIENTS.app) },
      new URLSearchParams(form).toString(),
    );
    expect(text).not.toMatch(/583[123]/);
  });

  it('gives only errors that the OpenAPI document declares', async () => {
    expect(api.undeclared(await openApi(server))).toEqual([]);
  });
});
