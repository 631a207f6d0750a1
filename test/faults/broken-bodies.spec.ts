import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formatsOf } from '../../src/platform/operations/page-bodies.js';
import { BodyMemory } from '../../src/platform/intake/body-memory.js';
import { Connections } from '../../src/platform/intake/connections.js';
import { basic } from '../support/a01.js';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { CookieBrowser } from '../support/authorization.js';
import { bodyPaths } from '../support/body-paths.js';
import { eventually } from '../support/eventually.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { bytesOf, exchangeBytes, statusIn, type Then } from '../support/raw-http.js';
import { startApp, type TestServer } from '../support/start-app.js';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const LINES = 'application/x-ndjson';
const MULTIPART = 'multipart/form-data; boundary=B';
const AT_ONCE = 20;
const KIB = 1024;

const part = (name: string, value: string, more = ''): string =>
  `--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const file = (name: string, content: string): string =>
  part(name, content, '; filename="a.png"\r\nContent-Type: image/png');

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A valid body of each type, cut at the ends of its parts, and within them. */
const SAMPLES: Readonly<Record<string, { body: string; cuts: readonly number[] }>> = {
  [FORM]: { body: 'a=1&b=2', cuts: [0, 2, 4, 6] },
  [JSON_TYPE]: { body: '{"a":"1","b":2}', cuts: [0, 1, 5, 9, 14] },
  [LINES]: { body: '{"a":1}\n{"b":2}\n', cuts: [0, 3, 8, 12] },
  'multipart/form-data': {
    body: `${part('a', '1')}${file('file', '{"clients":[]}')}--B--`,
    cuts: [0, 3, 30, part('a', '1').length, part('a', '1').length + 40, part('a', '1').length + 120],
  },
};
const OF_CALLS = [FORM, JSON_TYPE, 'multipart/form-data'];

describe('a truncated body ends neither the process nor anything in it', () => {
  let server: TestServer;
  let cookie: string;
  beforeAll(async () => {
    server = await startApp();
    const administrator = await AdminApi.signIn(server, await newAdmin(server));
    const person = new CookieBrowser(server);
    await person.signIn(ANNA);
    await person.confirm(ANNA);
    cookie = `${administrator.cookie}; ${await administrator.consoleCookie()}; JSESSIONID=${person.cookies.get('JSESSIONID')}`;
  });
  afterAll(() => server.close());

  /** The answers to the whole body cut off there: with the announced length, or with the length sent. */
  async function cut(sent: Sent, at: number, then: Then): Promise<number | null> {
    const { method = 'POST', path, type, headers } = sent;
    const body = Buffer.from(sent.body);
    const length = then === 'wait' ? at : body.length;
    const all = { 'Content-Type': type, 'Content-Length': String(length), Connection: 'close', ...headers };
    const request = Buffer.concat([bytesOf(method, path, all), body.subarray(0, at)]);
    return statusIn(await exchangeBytes(server, request, then));
  }

  async function expectRefusals(cases: readonly { sent: Sent; at: number; then: Then }[]): Promise<void> {
    const odd: string[] = [];
    const waiting = [...cases];
    const work = async (): Promise<void> => {
      for (let one = waiting.pop(); one; one = waiting.pop()) {
        const { sent, at, then } = one;
        const status = await cut(sent, at, then);
        // A shorter form or fewer lines may be valid by themselves; with the announced length none is.
        const isFine =
          status === null || (status >= 400 && status < 500) || (then === 'wait' && status < 400);
        if (!isFine) odd.push(`${sent.path} ${sent.type} cut at ${at} (${then}): ${status}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(odd).toEqual([]);
    await expectNothingLeft();
  }

  async function expectNothingLeft(): Promise<void> {
    await eventually(() => Promise.resolve(server.get(Connections).numbers.open === 0 ? true : null));
    await eventually(() => Promise.resolve(server.get(BodyMemory).numbers.bytes === 0 ? true : null));
    expect(
      statusIn(await exchangeBytes(server, bytesOf('GET', '/health/live', { Connection: 'close' }))),
    ).toBe(200);
  }

  const everywhere = (sent: Sent) =>
    Array.from({ length: Buffer.byteLength(sent.body) }, (_, at) =>
      (['wait', 'end', 'reset'] as const).map((then) => ({ sent, at, then })),
    ).flat();

  const provisioning = basic(CLIENTS.provisioning);
  const page =
    (body: string, path: string, type = FORM): (() => Sent) =>
    () => ({
      path,
      type,
      body,
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
    });

  it.each<[string, () => Sent]>([
    ['a form of a call', () => ({ path: '/token', type: FORM, body: 'grant_type=password&username=a' })],
    [
      'JSON of a call',
      () => ({ path: '/api/log2/in', type: JSON_TYPE, body: '{"identifier":"é","password":"b"}' }),
    ],
    [
      'a multipart body of a call',
      () => ({
        path: '/api/prov/createfamily',
        type: MULTIPART,
        body: `${part('Premium_Type', '7')}${file('FamilyImage', 'PNG')}${part('x', 'y')}--B--\r\n`,
        headers: provisioning,
      }),
    ],
    ['a form of a page', () => ({ path: '/sign-in', type: FORM, body: 'identifier=anna&password=b' })],
    ['a form of the console', page('name=&rules=acc*', '/admin/rulesets')],
    [
      'a file of the console',
      page(`${file('file', '{}')}${part('prune', '')}--B--`, '/admin/configuration/preview', MULTIPART),
    ],
    [
      'JSON of a stranger',
      () => ({ path: '/admin/api/session', type: JSON_TYPE, body: '{"identifier":"a"}' }),
    ],
    ['JSON of an administrator', page('{"name":"X","rules":[7]}', '/admin/api/rulesets', JSON_TYPE)],
    ['lines of an administrator', page('{"name":7}\n{"name":8}\n', '/admin/api/accounts/import', LINES)],
  ])('%s, cut at every byte', async (_what, sent) => {
    await expectRefusals(everywhere(sent()));
  });

  it('a large multipart body of a call, cut around its reading stages', async () => {
    const start = `${part('FamilyName', 'X')}${part('Premium_Type', '7')}`;
    const body = `${start}${file('FamilyImage', 'P'.repeat(200 * KIB))}${part('x', 'y')}--B--`;
    const end = body.length;
    const cuts = [start.length, 64 * KIB - 1, 64 * KIB, 64 * KIB + 1, 128 * KIB, end - 60, end - 10, end - 5];
    const sent = { path: '/api/prov/createfamily', type: MULTIPART, body, headers: provisioning };
    await expectRefusals(
      cuts.flatMap((at) => (['wait', 'end', 'reset'] as const).map((then) => ({ sent, at, then }))),
    );
  });

  it('a body of each type at every path that reads one, cut at the boundaries of its parts', async () => {
    const paths = bodyPaths(server);
    for (const known of [
      '/token',
      '/api/prov/createfamily',
      '/sign-in',
      '/admin/configuration/preview',
      '/admin/api/clients/1',
    ])
      expect(paths.map(({ path }) => path)).toContain(known);
    const cases = paths.flatMap(({ method, path, operation }) => {
      const isCall = operation.takes === 'parameters';
      const types = isCall ? OF_CALLS : formatsOf(operation).map(({ type }) => type);
      const headers: Record<string, string> = isCall ? provisioning : { Cookie: cookie, 'If-Match': '*' };
      return types.flatMap((type) =>
        SAMPLES[type].cuts.map((at, index) => ({
          sent: { method, path, type: `${type}; boundary=B`, body: SAMPLES[type].body, headers },
          at,
          then: (['end', 'reset'] as const)[index % 2],
        })),
      );
    });
    expect(cases.length).toBeGreaterThan(400);
    await expectRefusals(cases);
  });
});
