import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic } from '../support/a01.js';
import { CLIENTS } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { exchangeBytes, statusIn } from '../support/raw-http.js';
import { startApp, type TestServer } from '../support/start-app.js';

let server: TestServer;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

const FORM = 'application/x-www-form-urlencoded';

/** The valid findings of the field's inputs: raw requests that parsers read differently. */
describe('a request that parsers read differently is refused, and the next one is served', () => {
  const BODY = 'a01call=accping';
  const length = `Content-Length: ${BODY.length}`;
  it.each<[what: string, status: number, ...lines: string[]]>([
    ['as it should be', 200, 'POST /api HTTP/1.1', length],
    ['two lengths', 400, 'POST /api HTTP/1.1', length, 'Content-Length: 3'],
    ['two lengths in one line', 400, 'POST /api HTTP/1.1', `${length}, 3`],
    ['a length with a sign', 400, 'POST /api HTTP/1.1', `Content-Length: +${BODY.length}`],
    ['a length below nothing', 400, 'POST /api HTTP/1.1', 'Content-Length: -1'],
    ['a length in hexadecimal', 400, 'POST /api HTTP/1.1', 'Content-Length: 0xf'],
    ['a length and chunks', 400, 'POST /api HTTP/1.1', length, 'Transfer-Encoding: chunked'],
    ['chunks that are none', 400, 'POST /api HTTP/1.1', 'Transfer-Encoding: chunked'],
    ['chunks, and something after', 400, 'POST /api HTTP/1.1', 'Transfer-Encoding: chunked, identity'],
    ['another coding', 400, 'POST /api HTTP/1.1', 'Transfer-Encoding: xchunked'],
    ['a folded line', 400, 'POST /api HTTP/1.1', length, 'X-Folded: a', ' Content-Length: 3'],
    ['a blank before the colon', 400, 'POST /api HTTP/1.1', 'Content-Length : 3'],
    ['a line without a colon', 400, 'POST /api HTTP/1.1', length, 'nothing'],
    ['NUL in a header', 400, 'POST /api HTTP/1.1', length, 'X-Nul: a\0b'],
    ['a name with a blank', 400, 'POST /api HTTP/1.1', length, 'X Y: a'],
    ['no version', 400, 'POST /api'],
    ['another version', 400, 'POST /api HTTP/3.0', length],
    ['an earlier version', 200, 'POST /api HTTP/1.0', length],
    ['a method that there is not', 400, 'PING /api HTTP/1.1', length],
    ['a switch to another protocol', 200, 'POST /api HTTP/1.1', length, 'Upgrade: websocket'],
    ['a switch to HTTP/2', 200, 'POST /api HTTP/1.1', length, 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQ'],
  ])('%s: %d', async (_what, status, ...lines) => {
    const head = [...lines, 'Host: localhost', `Content-Type: ${FORM}`, 'Connection: close', '', BODY];
    const answer = await exchangeBytes(server, Buffer.from(head.join('\r\n'), 'latin1'), 'end');
    expect(statusIn(answer)).toBe(status);
    expect(answer.split('HTTP/1.1 ')).toHaveLength(2); // one answer
    expect((await request(server, { path: '/api/acc/ping' })).status).toBe(200);
  });

  it('refuses to tunnel a CONNECT', async () => {
    const lines = ['CONNECT localhost:22 HTTP/1.1', 'Host: localhost:22', '', ''];
    expect(await exchangeBytes(server, Buffer.from(lines.join('\r\n')), 'end')).not.toMatch(/^HTTP\/1\.1 2/);
    expect((await request(server, { path: '/api/acc/ping' })).status).toBe(200);
  });
});

/** Ten more of rows 29 and 30. */
describe('a body is read as its type says, or refused with a clear error', () => {
  const GRANT = 'grant_type=client_credentials';
  it.each<[what: string, type: string, body: string, status: number]>([
    ['a charset in quotes', `${FORM}; charset="UTF-8"`, GRANT, 200],
    ['a charset by another name', `${FORM};charset=utf8`, GRANT, 200],
    ['capitals and blanks', 'Application/X-WWW-Form-Urlencoded ;  Charset=windows-1252', GRANT, 200],
    ['an empty parameter of the type', `${FORM};`, GRANT, 200],
    ['a charset that there is not', `${FORM}; charset=klingon`, GRANT, 415],
    ['a form that begins with a byte order mark', FORM, `\ufeff${GRANT}`, 200],
    ['percent signs that stand for nothing', FORM, `${GRANT}&x=%zz&y=%`, 200],
    ['bytes that are not UTF-8', FORM, `${GRANT}&x=%ff%fe`, 400],
    ['nothing between ampersands', FORM, `&&${GRANT}&&=&`, 200],
    ['JSON with a byte order mark', 'application/json', '\ufeff{"grant_type":"client_credentials"}', 200],
    ['JSON that is a list', 'application/json', '[{"grant_type":"client_credentials"}]', 400],
    ['parts without a boundary', 'multipart/form-data', GRANT, 400],
  ])('%s: %s', async (_what, type, body, status) => {
    const headers = { ...basic(CLIENTS.app), 'Content-Type': type };
    const answer = await request(server, { path: '/token', body, headers });
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining('"')]);
  });
});
