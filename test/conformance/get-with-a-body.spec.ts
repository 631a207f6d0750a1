import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic } from '../support/a01.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { exchangeBytes } from '../support/raw-http.js';
import { startApp, type TestServer } from '../support/start-app.js';

const CREDENTIALS = { client_id: CLIENTS.app.id, client_secret: CLIENTS.app.secret };
const PARAMETERS = {
  a01identifier: ANNA.email,
  a01password: ANNA.password,
  a01tokentype: 'Bearer',
  a01deviceId: 'tv',
};
const CALL = '/api?a01call=log2generateaccesstokenbypassword';
const FORM = 'application/x-www-form-urlencoded';

/** §4.1: operations are called as HTTP GET, the client's credentials in the query, a form body, or a multipart part. */
describe('call by GET with a body', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  const encodings: [name: string, type: string, encode: (fields: Record<string, string>) => string][] = [
    ['a form', FORM, (fields) => new URLSearchParams(fields).toString()],
    [
      'a multipart body',
      'multipart/form-data; boundary=b',
      (fields) => {
        const parts = Object.entries(fields).map(
          ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        );
        return `${parts.join('')}--b--\r\n`;
      },
    ],
    ['JSON', 'application/json', (fields) => JSON.stringify(fields)],
  ];
  const get = (path: string, type: string, body: string, headers: Record<string, string> = {}) =>
    request(server, { method: 'GET', path, body, headers: { 'Content-Type': type, ...headers } });

  // I4.1-14
  it.each(encodings)(
    'takes the credentials in %s, the parameters in the query',
    async (_name, type, encode) => {
      const path = `${CALL}&${new URLSearchParams(PARAMETERS)}`;
      expect((await get(path, type, encode(CREDENTIALS))).body.token_type).toBe('Bearer');
    },
  );

  // I4.1-14
  it.each(encodings)('takes everything in %s', async (_name, type, encode) => {
    expect((await get(CALL, type, encode({ ...PARAMETERS, ...CREDENTIALS }))).body.token_type).toBe('Bearer');
    const all = { a01call: 'log2generateaccesstokenbypassword', ...PARAMETERS, ...CREDENTIALS };
    expect((await get('/api', type, encode(all))).body.token_type).toBe('Bearer');
  });

  it('takes it in chunks', async () => {
    const body = new URLSearchParams({ ...PARAMETERS, ...CREDENTIALS }).toString();
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const head = [`GET ${CALL} HTTP/1.1`, 'Host: x', 'Connection: close', `Content-Type: ${FORM}`];
    const bytes = Buffer.from([...head, 'Transfer-Encoding: chunked', '', chunked].join('\r\n'));
    const answer = await exchangeBytes(server, bytes);
    expect(answer).toContain('"token_type":"Bearer"');
  });

  it('checks it like any request: a repeated parameter, another body type, too large, another client', async () => {
    const twice = await get(`${CALL}&a01tokentype=Mac`, FORM, 'a01tokentype=Bearer', basic(CLIENTS.app));
    expect([twice.status, twice.body.a01.ex.name]).toEqual([400, 'FizApiInvalidParameterException']);
    expect((await get(CALL, 'text/plain', 'hello')).status).toBe(415);
    expect((await get(CALL, FORM, 'x'.repeat(65_537))).status).toBe(413);
    const wrong = new URLSearchParams({ ...CREDENTIALS, client_secret: 'wrong' }).toString();
    expect((await get(CALL, FORM, wrong)).status).toBe(509);
  });

  it('keeps secrets out of the query: refuses a strict client the GET itself only (D68)', async () => {
    const strict = { client_id: CLIENTS.strict.id, client_secret: CLIENTS.strict.secret };
    const body = new URLSearchParams({ ...PARAMETERS, ...strict }).toString();
    const answer = await get(CALL, FORM, body);
    expect([answer.status, answer.body.a01.ex.name]).toEqual([400, 'FizApiStrictProfileException']);
    expect(answer.body.a01.ex.message).toContain('POST');
  });

  it('leaves a GET without a body, or with an empty one, unchanged', async () => {
    const path = '/api/acc/ping';
    for (const headers of [{ Accept: '*/*' }, { 'Content-Type': 'text/plain' }] as Record<string, string>[])
      expect((await request(server, { path, headers })).status).toBe(200);
  });
});
