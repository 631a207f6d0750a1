import { contentTypeOf } from '../generate/draft.js';
import type { Persona } from '../cast/persona.js';
import type { Random } from '../random.js';
import { bodyOf } from '../requests/render.js';
import { withHeader, withoutHeader, type Content, type Pair, type Structured } from '../requests/request.js';
import type { Garbage } from '../values/garbage.js';
import { spoilBytes, type Mutation } from './values.js';

const METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'get',
  'BREW',
];
const TYPES = [
  'text/plain',
  'application/json',
  'application/json;charset=utf-16',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded;charset=iso-8859-1',
  'application/xml',
  'application/x-ndjson',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=fuzz-boundary',
  'multipart/mixed; boundary=fuzz-boundary',
  ';',
  '',
];
/** Headers that a server may act on, with values that it should ignore. */
const STRANGE: readonly (readonly [string, readonly string[]])[] = [
  ['Host', ['', 'evil.test', '127.0.0.1:99999', '[::1', 'a b', '@', 'x'.repeat(300)]],
  ['Origin', ['null', 'https://evil.test', 'x', '']],
  ['Sec-Fetch-Site', ['cross-site', 'same-site', 'none', 'x']],
  ['Sec-Fetch-Mode', ['no-cors', 'navigate']],
  ['X-Forwarded-For', ['x', '', '1.2.3.4, 5.6.7.8', '::1', '999.1.1.1', ',,,', '127.0.0.1']],
  ['X-Forwarded-Proto', ['http', 'https, http', 'x', '']],
  ['X-Forwarded-Host', ['evil.test', 'a b', '']],
  ['Forwarded', ['for=1.2.3.4;proto=https', 'x']],
  ['Accept', ['text/html', 'application/json', '*/*', 'x', 'text/html;q=abc', '']],
  ['Accept-Language', ['de', 'x-klingon', '*', 'de;q=9', 'e'.repeat(500), '\u0080']],
  ['Accept-Encoding', ['gzip', 'br;q=0', 'identity;q=0']],
  ['Content-Encoding', ['gzip', 'br', 'identity', 'x']],
  ['Content-Language', ['x']],
  [
    'Cookie',
    [
      'JSESSIONID=',
      'JSESSIONID=s%3Ax.y',
      'JSESSIONID=%',
      'a=b; JSESSIONID=s%3A',
      '=;=',
      ';',
      'hearth-admin=x',
      'hearth-admin-api=x',
    ],
  ],
  [
    'Authorization',
    [
      '',
      'Basic',
      'Basic !!!',
      'Basic Og==',
      'Bearer',
      'Bearer  x',
      'MAC',
      'MAC id="x"',
      'MAC id="x", ts="1", nonce="n", mac="m"',
      'MAC id=x, id=y',
      'Digest x',
      'Negotiate',
    ],
  ],
  ['If-Match', ['*', '"x"', 'W/"x"', '"', '']],
  ['If-None-Match', ['*', '"x"']],
  ['If-Modified-Since', ['x', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  ['Range', ['bytes=0-1', 'bytes=9999999-', 'x']],
  ['Expect', ['100-continue', 'x']],
  ['Connection', ['close', 'keep-alive', 'upgrade', 'x']],
  ['Upgrade', ['websocket', 'h2c']],
  ['TE', ['trailers']],
  ['X-HTTP-Method-Override', ['DELETE']],
  ['X-Long', ['x'.repeat(9000), 'x'.repeat(20_000)]],
];

export const changeMethod: Mutation = (request, random) => ({ ...request, method: random.pick(METHODS) });

export const changeType: Mutation = (request, random) =>
  withHeader(request, 'Content-Type', random.pick(TYPES));

export const addHeader: Mutation = (request, random, garbage) => {
  const [name, values] = random.pick(STRANGE);
  const value = random.chance(80) ? random.pick(values) : oneLine(garbage.text(random));
  const isTwice = random.chance(15);
  return isTwice
    ? { ...request, headers: [...request.headers, [name, value]] }
    : withHeader(request, name, value);
};

export const dropHeader: Mutation = (request, random) =>
  request.headers.length === 0 ? request : withoutHeader(request, random.pick(request.headers)[0]);

function oneLine(text: string): string {
  return text.replace(/[\r\n\0]/g, ' ');
}

/** Not String(): a garbage object may have a `toString` that is no function. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Sends the same parameters in another kind of body. */
export const changeKind: Mutation = (request, random) => {
  const { content } = request;
  if (content?.kind !== 'form' && content?.kind !== 'json') return request;
  const fields: readonly Pair[] =
    content.kind === 'form'
      ? content.fields
      : Object.entries(content.value ?? {}).map(([name, value]) => [name, asText(value)]);
  const next: Content = random.pick([
    { kind: 'form', fields },
    { kind: 'json', value: Object.fromEntries(fields) },
    { kind: 'multipart', boundary: 'fuzz-boundary', parts: fields.map(([name, value]) => ({ name, value })) },
    {
      kind: 'multipart',
      boundary: 'fuzz-boundary',
      parts: fields.map(([name, value]) => ({ name, value, filename: 'a' })),
    },
  ] as const);
  return withHeader({ ...request, content: next }, 'Content-Type', contentTypeOf(next) ?? '');
};

/** Truncates, changes or extends the body's bytes. */
export const breakBody: Mutation = (request, random) => {
  if (request.content === null) return request;
  const bytes = bodyOf(request.content);
  const spoilt = random.chance(12)
    ? Buffer.concat([bytes, Buffer.alloc(random.pick([60_000, 66_000, 130_000]), 'x')])
    : spoilBytes(bytes, random);
  return { ...request, content: { kind: 'bytes', bytes: spoilt } };
};

/** Makes something deeply nested, long or numerous. */
export const exaggerate: Mutation = (request, random) => {
  const depth = random.pick([50, 2000, 20_000]);
  const value = random.pick<unknown>([
    'x'.repeat(random.pick([5000, 65_000, 70_000])),
    JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
    Array.from({ length: 5000 }, (_, i) => i),
    Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, i])),
  ]);
  const isDeep = random.chance(30);
  const content: Content = isDeep
    ? { kind: 'bytes', bytes: Buffer.from(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`) }
    : { kind: 'json', value: { [random.pick(['name', 'identifier', 'token', 'x'])]: value } };
  return withHeader({ ...request, content }, 'Content-Type', 'application/json');
};

export const changeDelivery: Mutation = (request, random) => {
  const bytes = bodyOf(request.content).length + 300;
  return random.weighted([
    [4, { ...request, delivery: { kind: 'chunked', size: random.pick([1, 7, 100, 5000]) } }],
    [4, { ...request, delivery: { kind: 'cut', after: random.below(bytes) } }],
    [2, { ...request, delivery: { kind: 'slow', pieces: random.between(2, 6) } }],
  ] as const);
};

/** Sends it with other credentials, or with none. */
export function changeSender(request: Structured, persona: Persona, garbage: Garbage): Structured {
  const { random, cast } = persona;
  const nobody = { ...withoutHeader(withoutHeader(request, 'Authorization'), 'Cookie'), mac: null };
  const client = random.pick(Object.values(cast.clients));
  const basic = Buffer.from(`${client.id}:${client.secret ?? ''}`).toString('base64');
  switch (random.below(7)) {
    case 0:
      return nobody;
    case 1:
      return withHeader(nobody, 'Authorization', `Basic ${basic}`);
    case 2:
      return persona.bearer ? withHeader(nobody, 'Authorization', `Bearer ${persona.bearer.access}`) : nobody;
    case 3:
      return persona.mac ? { ...nobody, mac: persona.mac.mac } : nobody;
    case 4:
      return withHeader(nobody, 'Cookie', (random.chance(50) ? persona.browser : persona.desk).header ?? '');
    case 5:
      return withHeader(nobody, 'Authorization', `Bearer ${persona.mac?.access ?? random.letters(43)}`);
    default:
      return withHeader(nobody, 'Authorization', oneLine(garbage.text(random)));
  }
}

/** Invalid header lines to insert. */
const LINES = [
  ' folded',
  'No-Colon',
  'A: b\u0000c',
  ': empty',
  'Ü: x',
  ...['0', '5', '99999', '99999999999', '-1', 'x'].map((length) => `Content-Length: ${length}`),
  ...['chunked', 'identity', 'gzip, chunked'].map((coding) => `Transfer-Encoding: ${coding}`),
];
const VERSIONS = [' HTTP/1.0', ' HTTP/2.0', ' HTTP/9.9', ' http/1.1', '', ' HTTP/0.9'];
const TARGETS = ['*', 'http://evil.test/', '//evil.test/x', '?', '/%', 'x'.repeat(9000), '/\u0080', '/a b'];
const RAW: readonly ((text: string, random: Random) => string)[] = [
  (text) => text.replaceAll('\r\n', '\n'),
  (text, random) => text.replace(' HTTP/1.1', random.pick(VERSIONS)),
  (text, random) => text.replace(/^(\S+) (\S+)/, (_, method: string) => `${method} ${random.pick(TARGETS)}`),
  (text, random) => text.replace('\r\n', `\r\n${random.pick(LINES)}\r\n`),
  (text) => text.replace(/\r\n\r\n[^]*$/, '\r\n'),
  (text) => `\r\n\r\n${text}`,
  (text) => text + text.slice(0, 30),
  (text) => `${text.replace(/Content-Length/i, 'Transfer-Encoding: chunked\r\nX-Length')}zz\r\n\r\n`,
];

/** Raw bytes that are barely a request. */
export function asRaw(rendered: Buffer, random: Random): Buffer {
  const bytes = Buffer.from(random.pick(RAW)(rendered.toString('latin1'), random), 'latin1');
  return random.chance(40) ? spoilBytes(bytes, random) : bytes;
}
