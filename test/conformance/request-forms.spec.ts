import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bearer, tokensFor } from '../support/a01.js';
import { ANNA } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { macHeader } from '../support/mac-signer.js';
import { exchangeBytes, statusIn } from '../support/raw-http.js';
import { startApp, type TestServer } from '../support/start-app.js';

/** Both paths of a request: the lane, and Express. */
const WAYS = {
  'a call': '/api/acc/ping',
  'an endpoint': '/userinfo',
  'a page': '/sign-in',
  metadata: '/.well-known/openid-configuration',
} as const;
type Way = keyof typeof WAYS;
const ways = Object.keys(WAYS) as Way[];

let server: TestServer;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

/** The answer to exactly these lines. */
function send(...lines: readonly string[]): Promise<string> {
  return exchangeBytes(server, Buffer.from([...lines, 'Connection: close', '', ''].join('\r\n')));
}

const host = (): string => new URL(server.url).host;

function headerIn(answer: string, name: string): string | null {
  return new RegExp(`^${name}: (.*?)\r$`, 'im').exec(answer)?.[1] ?? null;
}

/** The proper answer there: the endpoint requires a token. */
const served = (way: Way): number => (way === 'an endpoint' ? 401 : 200);

describe('target and host are read alike on both paths (D356)', () => {
  it.each(ways)('row 8: %s is served by an absolute target', async (way) => {
    for (const target of [`http://${host()}`, `HTTP://${host()}`, `https://${host()}`])
      expect(statusIn(await send(`GET ${target}${WAYS[way]} HTTP/1.1`, `Host: ${host()}`))).toBe(served(way));
    expect(statusIn(await send(`GET http://h:80${WAYS[way]} HTTP/1.1`, 'Host: H'))).toBe(served(way));
    expect(statusIn(await send(`GET http://${host()}${WAYS[way]} HTTP/1.0`))).toBe(served(way));
  });

  // Lines of headers after `GET <path>`; `{path}` and `{host}` are filled in.
  const REFUSED: [row: string, start: string, ...lines: string[]][] = [
    ['row 8: another Host', 'GET http://{host}{path} HTTP/1.1', 'Host: other.example'],
    ['row 8: another port', 'GET http://accounts.example:8080{path} HTTP/1.1', 'Host: accounts.example'],
    ['row 8: user info in the target', 'GET http://u:p@{host}{path} HTTP/1.1', 'Host: {host}'],
    ['row 8: another scheme', 'GET ftp://{host}{path} HTTP/1.1', 'Host: {host}'],
    ['row 8: a target without a host', 'GET http://{path} HTTP/1.1', 'Host: {host}'],
    ['row 8: a fragment', 'GET {path}#x HTTP/1.1', 'Host: {host}'],
    ['row 8: a fragment in an absolute target', 'GET http://{host}{path}#x HTTP/1.1', 'Host: {host}'],
    [
      'row 9: two Authorization',
      'GET {path} HTTP/1.1',
      'Host: {host}',
      'Authorization: Bearer a',
      'authorization: Bearer a',
    ],
    ['row 9: two Host', 'GET {path} HTTP/1.1', 'Host: {host}', 'HOST: other.example'],
    ['row 9: two Host, the same', 'GET {path} HTTP/1.1', 'Host: {host}', 'Host: {host}'],
    [
      'row 9: two Content-Type',
      'GET {path} HTTP/1.1',
      'Host: {host}',
      'Content-Type: text/plain',
      'Content-Type: application/json',
    ],
    ['row 9: two hosts in one line', 'GET {path} HTTP/1.1', 'Host: {host}, other.example'],
    ['row 9: a Host with a path', 'GET {path} HTTP/1.1', 'Host: {host}/x'],
    ['row 9: a Host with user info', 'GET {path} HTTP/1.1', 'Host: x@{host}'],
  ];

  it.each(REFUSED)('%s is 400', async (_row, ...lines) => {
    for (const way of ways) {
      const answer = await send(
        ...lines.map((line) => line.replaceAll('{path}', WAYS[way]).replaceAll('{host}', host())),
      );
      expect([way, statusIn(answer)]).toEqual([way, 400]);
      expect(headerIn(answer, 'X-Request-Id')).not.toBeNull();
    }
  });

  it('row 9: both paths explain the error', async () => {
    const twice = (path: string) =>
      send(`GET ${path} HTTP/1.1`, `Host: ${host()}`, 'Authorization: Bearer a', 'Authorization: Bearer b');
    const said = 'The header Authorization stands twice: send it once.';
    expect(await twice('/api/acc/ping')).toContain(
      `"name":"FizApiInvalidParameterException","type":"Ex","value":"400","message":"${said}"`,
    );
    expect(await twice('/userinfo')).toContain(`{"error":"invalid_request","error_description":"${said}"}`);
    expect(await twice('/health/live')).toContain(`"detail":"${said}"`);
  });

  it('row 8: a MAC covers path and query, and the host of an absolute target', async () => {
    const token = await tokensFor(server, ANNA, 'Mac');
    const path = '/api?a01call=accgetloggedaccount';
    const signed = (url: string) =>
      macHeader({ id: token.access_token, key: token.mac_key, url, ts: server.clock.seconds }).Authorization;
    const call = (authority: string, url: string, ...lines: string[]) =>
      send(`GET http://${authority}${path} HTTP/1.1`, ...lines, `Authorization: ${signed(url)}`);
    expect(statusIn(await call(host(), `http://${host()}${path}`, `Host: ${host()}`))).toBe(200);
    expect(statusIn(await call('h.example', `http://h.example${path}`, 'Host: h.example'))).toBe(200);
    expect(statusIn(await call('h.example', `http://other.example${path}`, 'Host: h.example'))).toBe(401);
  });

  it('the server as a whole supports OPTIONS, and no other method', async () => {
    expect(statusIn(await send('OPTIONS * HTTP/1.1', `Host: ${host()}`))).toBe(204);
    expect(statusIn(await send('GET * HTTP/1.1', `Host: ${host()}`))).toBe(400);
  });
});

describe('a path has one spelling (D357)', () => {
  it.each([
    ['GET', '/API/acc/ping'],
    ['GET', '/api/ACC/ping'],
    ['GET', '/UserInfo'],
    ['POST', '/Token'],
    ['GET', '/METRICS'],
    ['GET', '/Sign-In'],
    ['GET', '/.WELL-KNOWN/openid-configuration'],
    ['GET', '/Admin/api/clients'],
    ['POST', '/token/'],
    ['GET', '/userinfo/'],
    ['GET', '/api/'],
    ['GET', '/api/?a01call=accping'],
    ['GET', '/api/acc/ping/'],
    ['POST', '/sign-in/'],
    ['OPTIONS', '/sign-in/'],
    ['GET', '/sign-in//'],
    ['GET', '//sign-in'],
    ['GET', '//sign-in/'],
    ['GET', '/nowhere/'],
  ])('row 10: %s %s is 404', async (method, path) => {
    expect((await request(server, { method, path })).status).toBe(404);
  });

  it.each([
    ['GET', '/sign-in/', '/sign-in'],
    ['HEAD', '/sign-in/?next=%2Faccount', '/sign-in?next=%2Faccount'],
    ['GET', '/metrics/', '/metrics'],
    ['GET', '/docs/', '/docs'],
    ['GET', '/.well-known/openid-configuration/', '/.well-known/openid-configuration'],
    ['GET', '/admin/clients/x/', '/admin/clients/x'],
  ])('row 10: %s %s goes on to %s', async (method, path, location) => {
    const { status, headers } = await request(server, { method, path });
    expect([status, headers.location]).toEqual([308, location]);
  });
});

describe('the methods of a path are listed (D84)', () => {
  it.each([
    ['/sign-in', 'GET, HEAD, POST'],
    ['/docs', 'GET, HEAD'],
    ['/authorize', 'GET, POST'],
    ['/.well-known/openid-configuration', 'GET, HEAD'],
    ['/admin/api/clients/x', 'DELETE, GET, HEAD, PATCH'],
    ['/api', 'GET, HEAD, POST'],
    ['/api/acc/ping', 'GET, HEAD, POST'],
    ['/api/log2/in', 'GET, POST'],
    ['/userinfo', 'GET, HEAD, POST'],
    ['/token', 'POST'],
  ])('row 13: OPTIONS and an unknown method list the methods of %s: %s', async (path, allow) => {
    const options = await request(server, { method: 'OPTIONS', path });
    expect([options.status, options.headers.allow, options.text]).toEqual([204, allow, '']);
    const other = await request(server, { method: 'PROPFIND', path });
    expect([other.status, other.headers.allow]).toEqual([405, allow]);
  });

  it('row 13: a HEAD is answered as a GET, without its body', async () => {
    const { access_token } = await tokensFor(server, ANNA);
    const headers = bearer(access_token);
    for (const path of [
      '/userinfo',
      '/api/acc/getloggedaccount',
      '/api?a01call=accgetloggedaccount',
      '/docs',
    ]) {
      const [get, head] = [
        await request(server, { path, headers }),
        await request(server, { method: 'HEAD', path, headers }),
      ];
      expect([path, head.status, head.text]).toEqual([path, get.status, '']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
    }
  });

  it('row 13: a HEAD is refused if a GET would act', async () => {
    const query = new URLSearchParams({ identifier: ANNA.email, password: ANNA.password }).toString();
    for (const path of [`/api/log2/in?${query}`, `/api?a01call=log2in&${query}`]) {
      const { status, headers } = await request(server, { method: 'HEAD', path });
      expect([status, headers.allow, headers['set-cookie']]).toEqual([405, 'GET, POST', undefined]);
    }
  });
});
