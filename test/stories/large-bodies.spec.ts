import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BodyMemory } from '../../src/platform/intake/body-memory.js';
import { basic, bearer, post, type Body } from '../support/a01.js';
import { census } from '../support/census.js';
import { eventually } from '../support/eventually.js';
import { CLIENTS } from '../support/fixtures.js';
import { padded } from '../support/pictures.js';
import { bytesOf, exchangeBytes, open, statusIn } from '../support/raw-http.js';
import { startApp, type TestServer } from '../support/start-app.js';

const KIB = 1024;
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=B', Connection: 'close' };
const { provisioning } = CLIENTS;
const CREDENTIALS = { client_id: provisioning.id, client_secret: provisioning.secret ?? '' };

type Fields = Readonly<Record<string, string>>;

const head = (name: string, more = ''): string =>
  `--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
const fields = (all: Fields): string =>
  Object.entries(all)
    .map(([name, value]) => `${head(name)}${value}\r\n`)
    .join('');
const FILE = head('FamilyImage', '; filename="family.jpg"');

describe('large file in a body (D151)', () => {
  let server: TestServer;
  let picture: Buffer;
  beforeAll(async () => {
    server = await startApp();
    picture = await padded(300 * KIB);
  });
  afterAll(() => server.close());

  interface Upload {
    readonly path?: string;
    readonly before?: Fields;
    readonly after?: Fields;
    readonly headers?: Fields;
  }
  async function upload({ path = '/api/prov/createfamily', before = {}, after = {}, headers = {} }: Upload) {
    const parts = [fields(before), FILE, picture, `\r\n${fields(after)}--B--\r\n`];
    const body = Buffer.concat(parts.map((one) => Buffer.from(one as string)));
    const answer = await exchangeBytes(server, bytesOf('POST', path, { ...MULTIPART, ...headers }, body));
    const { a01 } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Body;
    expect(server.get(BodyMemory).numbers.bytes).toBe(0);
    return { status: statusIn(answer), error: a01.ex, result: a01.r };
  }
  const NAME = { FamilyName: 'Large' };
  const CALL = { a01call: 'provcreatefamily' };

  it.each<[string, Upload]>([
    ['the client before the file', { before: { ...CREDENTIALS, ...NAME } }],
    ['the client before the file, what else there is after it', { before: CREDENTIALS, after: NAME }],
    [
      'the client in the query',
      { path: `/api/prov/createfamily?${new URLSearchParams(CREDENTIALS)}`, after: NAME },
    ],
    ['the client in a Basic header', { headers: basic(provisioning), after: NAME }],
    [
      'the client in a Basic header, and again after the file',
      { headers: basic(provisioning), after: { ...NAME, ...CREDENTIALS } },
    ],
    [
      'the call in the query',
      { path: '/api?a01call=provcreatefamily', headers: basic(provisioning), after: NAME },
    ],
    ['the call before the file', { path: '/api', before: CALL, headers: basic(provisioning), after: NAME }],
    ['all of it before the file', { path: '/api', before: { ...CALL, ...CREDENTIALS, ...NAME } }],
  ])('is read completely: %s', async (_where, sent) => {
    const { status, error, result } = await upload(sent);
    expect(error).toBeUndefined();
    expect([status, result]).toEqual([200, { r: expect.stringMatching(/^\d+$/) }]);
  });

  it('is read completely for a token of the client', async () => {
    const { access_token } = (
      await post(server, '/token', { grant_type: 'client_credentials' }, basic(provisioning))
    ).body;
    expect((await upload({ headers: bearer(access_token), after: NAME })).status).toBe(200);
  });

  it.each<[string, Upload]>([
    ['nobody is named', { before: NAME }],
    ['the client is named after the file', { before: NAME, after: CREDENTIALS }],
    [
      'the secret stands after the file',
      { before: { client_id: provisioning.id }, after: { client_secret: 'x' } },
    ],
    [
      'the call is named after the file',
      { path: '/api', headers: basic(provisioning), after: { ...CALL, ...NAME } },
    ],
    ['the call takes no file', { path: '/api/acc/ping', headers: basic(provisioning) }],
    [
      'the call takes no file, as the body says',
      { path: '/api', before: { a01call: 'accping' }, headers: basic(provisioning) },
    ],
  ])('is not read further if %s: 413', async (_what, sent) => {
    const before = await census(server);
    const { status, error } = await upload(sent);
    expect(status).toBe(413);
    expect(error.name).toBe('FizApiRequestTooLargeException');
    expect(await census(server)).toEqual(before);
  });

  it('gets an error that says what to do', async () => {
    const { error } = await upload({ after: CREDENTIALS });
    expect(error.message).toBe(
      'Only the first 64 KiB of a body are read before it is known what is called and by whom: put a01call, client_id and client_secret before the file, in the query, or the client in a Basic header.',
    );
  });

  it.each<[string, Upload, number, string]>([
    [
      'another value of a parameter',
      { headers: basic(provisioning), before: NAME, after: { FamilyName: 'Other' } },
      400,
      'FamilyName',
    ],
    [
      'another value of a parameter of the query',
      { path: '/api/prov/createfamily?FamilyName=X', headers: basic(provisioning), after: NAME },
      400,
      'FamilyName',
    ],
    [
      'another client than in the header',
      { headers: basic(provisioning), before: NAME, after: { client_id: CLIENTS.app.id } },
      400,
      'different client',
    ],
    [
      'another client',
      { before: { ...CREDENTIALS, ...NAME }, after: { client_id: CLIENTS.app.id } },
      400,
      'client_id',
    ],
    [
      'another call',
      {
        path: '/api',
        before: { ...CALL, ...NAME },
        headers: basic(provisioning),
        after: { a01call: 'accping' },
      },
      400,
      'a01call',
    ],
    ['a NUL', { headers: basic(provisioning), before: NAME, after: { x: '\0' } }, 400, 'NUL'],
    [
      'too many parameters',
      {
        headers: basic(provisioning),
        before: NAME,
        after: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`p${i}`, ''])),
      },
      400,
      '100',
    ],
  ])('finds %s after the file (D3, D5, D34, D83)', async (_what, sent, expected, named) => {
    const before = await census(server);
    const { status, error } = await upload(sent);
    expect([status, error.message]).toEqual([expected, expect.stringContaining(named)]);
    expect(await census(server)).toEqual(before);
  });

  it('leaves a client after the file, beside a token, unchecked: 413', async () => {
    const { access_token } = (
      await post(server, '/token', { grant_type: 'client_credentials' }, basic(provisioning))
    ).body;
    const { status } = await upload({ headers: bearer(access_token), before: NAME, after: CREDENTIALS });
    expect(status).toBe(413);
  });

  it.each([
    ['a wrong secret', { Authorization: basic({ ...provisioning, secret: 'wrong' }).Authorization }, 509],
    ['a client whose ruleset does not have the call', basic(CLIENTS.app), 509],
    ['a token that there is none of', bearer('x'.repeat(43)), 401],
    ['a session that there is none of', { Cookie: 'JSESSIONID=s%3Ax.y' }, 509],
  ])('is refused with %s before the rest is sent', async (_what, headers, expected) => {
    const announced = { ...MULTIPART, ...headers, 'Content-Length': String(5 * KIB * KIB) };
    const start = Buffer.from(`${fields(NAME)}${FILE}${'x'.repeat(70 * KIB)}`);
    const sent = Buffer.concat([bytesOf('POST', '/api/prov/createfamily', announced), start]);
    const socket = await open(server, sent);
    const [answer] = await new Promise<[string]>((resolve) =>
      socket.once('data', (chunk: Buffer) => resolve([chunk.toString()])),
    );
    expect(statusIn(answer)).toBe(expected);
    await eventually(() => Promise.resolve(server.get(BodyMemory).numbers.bytes === 0 ? true : null));
    socket.destroy();
  });
});
