import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-text.js';
import { Exchange } from '../../platform/operations/exchange.js';
import { Parameters } from '../../platform/operations/parameters.js';
import { CallError } from '../../platform/errors/call-error.js';
import { parseBasic, readCredentials, usesBearer, usesToken } from './credentials.js';

const ORIGIN = { address: '127.0.0.1', isEncrypted: false, isLoopback: true, host: 'localhost' };

function request(authorization: string | undefined, parameters: Record<string, string> = {}): Exchange {
  const exchange = new Exchange('POST', '/api', { authorization }, ORIGIN);
  exchange.parameters = new Parameters();
  for (const [name, value] of Object.entries(parameters)) exchange.parameters.add(name, value, false);
  return exchange;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

function refusalOf(work: () => unknown): CallError {
  try {
    work();
  } catch (cause) {
    if (cause instanceof CallError) return cause;
    throw cause;
  }
  throw new Error('nothing was refused');
}

describe('Basic credentials (§4.1, D34)', () => {
  it.each([
    ['a plain id and secret', 'shop:secret', [['shop', 'secret']]],
    ['colons in the secret', 'shop:a:b:', [['shop', 'a:b:']]],
    ['an empty secret', 'shop:', [['shop', '']]],
    [
      'form-encoded halves, decoded first and then raw',
      'my%20shop:a%3Ab+c',
      [
        ['my shop', 'a:b c'],
        ['my%20shop', 'a%3Ab+c'],
      ],
    ],
    ['a percent sign that encodes nothing, taken raw', 'shop:100%', [['shop', '100%']]],
    ['letters beyond ASCII in UTF-8', 'größe:säcret', [['größe', 'säcret']]],
    ['a replacement character that was sent as one', 'a:\ufffd', [['a', '\ufffd']]],
    [
      'a plus sign, which may be a space',
      'shop:a+b',
      [
        ['shop', 'a b'],
        ['shop', 'a+b'],
      ],
    ],
  ])('are split at the first colon: %s', (_what, text, expected) => {
    const spellings = parseBasic(base64(text));
    expect(spellings.map(({ clientId, secret }) => [clientId, secret])).toEqual(expected);
  });

  it.each([
    ['base64 without padding', base64('shop:s').replace(/=+$/, '')],
    ['base64url', Buffer.from('shop:?>?>~~').toString('base64url')],
  ])('are read from %s', (_what, encoded) => {
    expect(parseBasic(encoded)[0].clientId).toBe('shop');
  });

  it.each([
    ['nothing', ''],
    ['no base64', '###'],
    ['spaces within', `${base64('shop:secret')} x`],
    ['no colon', base64('shop')],
    ['no id', base64(':secret')],
    ['padding in the middle', 'c2hv=cDpz'],
  ])('are refused with %s', (_what, encoded) => {
    const refusal = refusalOf(() => parseBasic(encoded));
    expect(refusal.definition.name).toBe('FizApiInvalidParameterException');
    expect(refusal.message).toContain('Basic');
  });
});

describe('credentials of a request (§4.1, §5.3, D34)', () => {
  it('are none without header and parameters', () => {
    expect(readCredentials(request(undefined))).toEqual({ token: null, client: [], assertion: null });
  });

  it.each([
    [{ client_id: 'shop', client_secret: 's' }],
    [{ client_id: 'shop', client_password: 's' }],
    [{ clientId: 'shop', clientSecret: 's' }],
    [{ a01client_id: 'shop', A01CLIENT_SECRET: 's' }],
    [{ client_id: 'shop', client_secret: 's', client_password: 's' }],
  ])('are read from the parameters %j (D4)', (parameters) => {
    const { client } = readCredentials(request(undefined, parameters));
    expect(client).toEqual([{ clientId: 'shop', secret: 's' }]);
  });

  it('hold no secret where only client_id was sent', () => {
    const { client } = readCredentials(request(undefined, { client_id: 'shop' }));
    expect(client).toEqual([{ clientId: 'shop', secret: null }]);
  });

  it.each([
    ['basic', `basic ${base64('shop:s')}`],
    ['BASIC', `BASIC ${base64('shop:s')}`],
    ['Basic and two spaces', `Basic  ${base64('shop:s')}`],
  ])('know the scheme as %s (RFC 9110 §11.1)', (_what, header) => {
    expect(readCredentials(request(header)).client).toEqual([{ clientId: 'shop', secret: 's' }]);
  });

  it.each([
    ['the same id and secret', { client_id: 'shop', client_secret: 's' }],
    ['the same id alone', { client_id: 'shop' }],
    ['parameters without a value', { client_id: '', client_secret: '' }],
    ['the same id and an empty secret', { client_id: 'shop', client_secret: '' }],
  ])('are taken from header and parameters at once with %s', (_what, parameters) => {
    const { client } = readCredentials(request(`Basic ${base64('shop:s')}`, parameters));
    expect(client).toEqual([{ clientId: 'shop', secret: 's' }]);
  });

  it.each([
    ['different ids at once', `Basic ${base64('shop:s')}`, { client_id: 'other', client_secret: 's' }],
    ['different secrets at once', `Basic ${base64('shop:s')}`, { client_id: 'shop', client_secret: 't' }],
    ['a client_secret without client_id', undefined, { client_secret: 's' }],
    ['two different secrets', undefined, { client_id: 'a', client_secret: 's', client_password: 't' }],
    ['a scheme that is not offered', 'Digest username="x"', {}],
    ['a tab behind the scheme', 'Bearer\tabc', {}],
    ['an empty header', '', {}],
    ['no scheme', '  ', {}],
  ])('are refused with 400: %s', (_what, header, parameters) => {
    const refusal = refusalOf(() => readCredentials(request(header, parameters)));
    expect(refusal.definition.status).toBe(400);
    expect(refusal.definition.name).toBe('FizApiInvalidParameterException');
  });

  it.each(['Bearer  abc', 'BEARER abc', 'Bearer   abc'])(
    'hold the token of %j (RFC 9110 §11.4)',
    (header) => {
      expect(readCredentials(request(header)).token).toMatchObject({ scheme: 'bearer', token: 'abc' });
    },
  );

  it('hold a Bearer token as it was sent', () => {
    expect(readCredentials(request('Bearer abc-._~+/123==')).token).toEqual({
      scheme: 'bearer',
      token: 'abc-._~+/123==',
    });
  });

  it('hold the attributes of a MAC token', () => {
    const { token } = readCredentials(request('MAC id="i", ts="1", nonce="n", mac="m"'));
    expect(token).toEqual({ scheme: 'mac', mac: { id: 'i', ts: '1', nonce: 'n', mac: 'm', ext: '' } });
  });

  it.each([
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer =',
    'Bearer a=b',
    `Bearer ${'x'.repeat(1025)}`,
    'Bearer é',
  ])('refuse the Bearer header %j with 401 and a challenge (D39)', (header) => {
    const refusal = refusalOf(() => readCredentials(request(header)));
    expect(refusal.definition.status).toBe(401);
    expect(refusal.headers['WWW-Authenticate']).toMatch(/^Bearer error="invalid_token"/);
  });

  it('know a Bearer and a MAC token by the scheme, even if the token is malformed (D44)', () => {
    expect(['Bearer x', 'bearer', 'BEARER\tx'].map((header) => usesBearer(request(header)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['Bearers x', 'Basic bearer', 'MAC x'].map((header) => usesBearer(request(header)))).toEqual([
      false,
      false,
      false,
    ]);
    expect(['mac', 'Bearer x', 'Basic x'].map((header) => usesToken(request(header)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  const anyText = fc.oneof(fc.string({ maxLength: 200 }), fc.string({ unit: anyCharacter, maxLength: 200 }));
  const anyHeader = fc.oneof(
    anyText,
    fc
      .tuple(fc.constantFrom('Basic', 'Bearer', 'MAC', 'mac', 'Digest'), anyText)
      .map((parts) => parts.join(' ')),
    anyText.map((text) => `Basic ${base64(text)}`),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => `Basic ${Buffer.from(bytes).toString('base64')}`),
    fc
      .record({ id: anyText, ts: anyText })
      .map(({ id, ts }) => `MAC id="${id}", ts="${ts}", nonce="n", mac="m"`),
  );

  it('are read or refused with a 4xx of the catalogue, whatever Authorization says', () => {
    fc.assert(
      fc.property(anyHeader, fc.option(anyText, { nil: undefined }), (header, clientId) => {
        const parameters: Record<string, string> = clientId === undefined ? {} : { client_id: clientId };
        try {
          const { token, client } = readCredentials(request(header, parameters));
          expect(token !== null || client.length > 0).toBe(true);
        } catch (cause) {
          const { definition, headers } = cause as CallError;
          expect(cause).toBeInstanceOf(CallError);
          expect(definition.status).toBeGreaterThanOrEqual(400);
          expect(definition.status).toBeLessThan(500);
          // Values used in a header must be valid there.
          for (const value of Object.values(headers).flat()) expect(value).toMatch(/^[\x20-\x7e]*$/);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('come back whole from any Basic header that a client makes, form-encoded or not', () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
    const clientIds = part.filter((text) => !text.includes(':'));
    fc.assert(
      fc.property(clientIds, part, (clientId, secret) => {
        const encode = (text: string): string => new URLSearchParams([[text, '']]).toString().slice(0, -1);
        const encoded = parseBasic(base64(`${encode(clientId)}:${encode(secret)}`));
        expect(encoded).toContainEqual({ clientId, secret });
        expect(parseBasic(base64(`${clientId}:${secret}`))).toContainEqual({ clientId, secret });
      }),
    );
  });
});
