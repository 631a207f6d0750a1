import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  FORM,
  JSON_TYPE,
  MULTIPART,
  multipart,
  parametersOf,
  part,
  read,
  type Sent,
} from '../../../test/support/read-parameters.js';
import { CallError } from '../errors/call-error.js';

async function valueOf(name: string, sent: Sent): Promise<string | undefined> {
  return (await read(sent)).parameters.get([name]);
}

async function refusalOf(sent: Sent): Promise<CallError> {
  try {
    await read(sent);
  } catch (cause) {
    if (cause instanceof CallError) return cause;
    throw cause;
  }
  throw new Error('nothing was refused');
}

describe('parameters (§4.1, D3)', () => {
  it.each([
    ['the query', { query: 'x=a%20b' }],
    ['the query, plus for space', { query: 'x=a+b' }],
    ['the query of a POST', { query: 'x=a%20b', body: '' }],
    ['a form', { type: FORM, body: 'x=a+b' }],
    ['a form with charset', { type: `${FORM};charset=UTF-8`, body: 'x=a+b' }],
    ['a form with a quoted charset', { type: `${FORM}; charset="utf-8"`, body: 'x=a+b' }],
    ['a form by a type in capitals', { type: FORM.toUpperCase(), body: 'x=a+b' }],
    ['a form by another name of UTF-8', { type: `${FORM};charset=utf8`, body: 'x=a+b' }],
    ['JSON', { type: JSON_TYPE, body: '{"x":"a b"}' }],
    ['multipart', { type: MULTIPART, body: multipart(part('x', 'a b')) }],
    [
      'multipart with a type',
      { type: MULTIPART, body: multipart(part('x', 'a b', '\r\nContent-Type: text/plain')) },
    ],
    ['query and body, the same', { query: 'x=a+b', type: FORM, body: 'x=a+b' }],
    ['two spellings, the same', { query: 'a01X=a+b&_x_=a+b' }],
  ])('are read from %s', async (_where, sent) => {
    expect(await valueOf('x', sent)).toBe('a b');
  });

  it.each([
    ['a form in ISO-8859-1', `${FORM}; charset=ISO-8859-1`, Buffer.from('x=Gr%FC%DFe+%26\xfc', 'latin1')],
    ['a form in US-ASCII', `${FORM};charset=US-ASCII`, 'y=&&x=Gr%FC%DFe+%26%FC'],
    ['a form in Windows-1252', `${FORM};charset="windows-1252"`, 'x=Gr%fc%dfe%20%26%fc'],
    [
      'JSON in ISO-8859-1',
      `${JSON_TYPE};charset=iso-8859-1`,
      Buffer.from('{"x":"Gr\xfc\xdfe &\xfc"}', 'latin1'),
    ],
    ['JSON in UTF-16', `${JSON_TYPE};charset=utf-16`, Buffer.from('{"x":"Gr\xfc\xdfe &\xfc"}', 'utf16le')],
    [
      'multipart in ISO-8859-1',
      `multipart/form-data; charset=ISO-8859-1; boundary=B`,
      Buffer.from(multipart(part('x', 'Gr\xfc\xdfe &\xfc')), 'latin1'),
    ],
  ])('are read from %s (row 29)', async (_what, type, body) => {
    expect(await valueOf('x', { type, body })).toBe('Grüße &ü');
  });

  it('are read from a form in Shift_JIS, byte by byte (row 29)', async () => {
    expect(await valueOf('x', { type: `${FORM};charset=shift_jis`, body: 'x=%83A%83C=%8E%71' })).toBe(
      'アイ=子',
    );
  });

  it.each([
    ['42', '42'],
    ['0', '0'],
    ['-7', '-7'],
    ['1e3', '1000'],
    ['9007199254740991', '9007199254740991'],
    ['true', 'true'],
    ['false', 'false'],
    ['null', undefined],
    ['""', ''],
  ])('take the JSON value %s as %j', async (json, expected) => {
    expect(await valueOf('x', { type: JSON_TYPE, body: `{"x":${json}}` })).toBe(expected);
  });

  it.each(['9007199254740992', '12345678901234567890', '1.5', '1e400', '[]', '{}', '["a"]'])(
    'refuse the JSON value %s, naming the parameter: nothing is rounded silently',
    async (json) => {
      const { definition, message } = await refusalOf({ type: JSON_TYPE, body: `{"deviceId":${json}}` });
      expect(definition.status).toBe(400);
      expect(message).toContain('deviceId');
    },
  );

  it.each([
    ['JSON that is none', JSON_TYPE, '{"x":'],
    ['a JSON array', JSON_TYPE, '[]'],
    ['a JSON string', JSON_TYPE, '"x"'],
    ['JSON null', JSON_TYPE, 'null'],
    ['a JSON number', JSON_TYPE, '1'],
    ['a lone surrogate in JSON', JSON_TYPE, '{"x":"\\ud800"}'],
    ['a lone surrogate as a name in JSON', JSON_TYPE, '{"\\udfff":"x"}'],
    ['a NUL in JSON', JSON_TYPE, '{"x":"a\\u0000b"}'],
    ['a NUL in a form', FORM, 'x=a%00b'],
    ['a NUL in a name', FORM, 'a%00b=x'],
    ['a NUL in multipart', MULTIPART, multipart(part('x', 'a\0b'))],
    ['invalid UTF-8 in a form', FORM, Buffer.from([0x78, 0x3d, 0xff])],
    ['invalid UTF-8, percent-encoded', FORM, 'x=%ff'],
    ['cut-off UTF-8, percent-encoded', FORM, 'x=%c3'],
    ['an overlong form of /', FORM, 'x=%c0%af'],
    ['half a letter in Shift_JIS', `${FORM};charset=shift_jis`, 'x=%83'],
    ['a form in UTF-16', `${FORM};charset=utf-16`, Buffer.from('x=ab', 'utf16le')],
    ['invalid UTF-8 in JSON', JSON_TYPE, Buffer.from([0x7b, 0x22, 0x78, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
    ['invalid UTF-8 in multipart', MULTIPART, Buffer.from(multipart(part('x', '\xff')), 'latin1')],
    ['multipart without end', MULTIPART, part('x', 'a')],
    ['multipart without parts', MULTIPART, 'x=1'],
    ['multipart without boundary', 'multipart/form-data', multipart(part('x', 'a'))],
    ['different values', FORM, 'x=1&x=2'],
    ['different values in multipart', MULTIPART, multipart(part('x', 'a'), part('a01X', 'b'))],
    ['different values under one name in JSON', JSON_TYPE, '{"x":"1","x":"2"}'],
    ['different values in JSON', JSON_TYPE, '{"x":"1","X":"2"}'],
  ])('refuse %s with 400', async (_what, type, body) => {
    const { definition } = await refusalOf({ type, body });
    expect(definition).toMatchObject({ name: 'FizApiInvalidParameterException', status: 400 });
  });

  it.each([
    ['text/plain', {}],
    ['application/xml', {}],
    [undefined, {}],
    ['', {}],
    [`${FORM};charset=no-such-charset`, {}],
    [`${JSON_TYPE};charset=`, {}],
    [FORM, { 'content-encoding': 'gzip' }],
  ])('refuse a body of type %s with %j with 415', async (type, headers) => {
    const { definition } = await refusalOf({ type, body: 'x=1', headers: headers });
    expect(definition.status).toBe(415);
  });

  it.each([
    ['100 in the query', { query: Array.from({ length: 100 }, (_, i) => `p${i}=1`).join('&') }, 200],
    ['101 in the query', { query: Array.from({ length: 101 }, (_, i) => `p${i}=1`).join('&') }, 400],
    ['101 of one name', { query: Array.from({ length: 101 }, () => 'x=1').join('&') }, 400],
    [
      '60 in the query and 60 in the body',
      {
        query: Array.from({ length: 60 }, (_, i) => `p${i}=1`).join('&'),
        type: FORM,
        body: Array.from({ length: 60 }, (_, i) => `q${i}=1`).join('&'),
      },
      400,
    ],
    [
      '101 in multipart',
      { type: MULTIPART, body: multipart(...Array.from({ length: 101 }, (_, i) => part(`p${i}`, '1'))) },
      400,
    ],
    ['a body of 64 KiB', { type: FORM, body: `x=${'x'.repeat(65_534)}` }, 200],
    ['a body of 64 KiB and a byte', { type: FORM, body: `x=${'x'.repeat(65_535)}` }, 413],
    [
      'a body announced as 1 GiB',
      { type: FORM, body: 'x=1', headers: { 'content-length': '1073741824' } },
      413,
    ],
  ])('hold to the limits: %s', async (_what, sent: Sent, status) => {
    if (status === 200) await expect(read(sent)).resolves.toBeDefined();
    else expect((await refusalOf(sent)).definition.status).toBe(status);
  });

  it('come whole out of JSON, whatever their values look like', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 50 }).filter((one) => !/[\0\uFFFD\p{Surrogate}]/u.test(one)),
      fc.constantFrom('"x":', '\\"x\\":1', '{"x":"y"}', '\\', '"', ':', `"${'a'.repeat(30_000)}":`),
    );
    await fc.assert(
      fc.asyncProperty(value, value, async (x, y) => {
        const { parameters } = await read({ type: JSON_TYPE, body: JSON.stringify({ x, y }) });
        expect([parameters.get(['x']), parameters.get(['y'])]).toEqual([x, y]);
      }),
    );
  });

  it('do not read the body of a GET (D2)', async () => {
    const request = Object.assign(Readable.from([Buffer.from('x=1')]), { method: 'GET', headers: {} });
    const { parameters } = await parametersOf(request, 'y=2');
    expect([parameters.get(['x']), parameters.get(['y'])]).toEqual([undefined, '2']);
  });

  it('refuse a body that breaks off with a 4xx, instead of waiting for ever', async () => {
    const request = Object.assign(new Readable({ read: () => {} }), { method: 'POST', headers: {} });
    const reading = parametersOf(request, '');
    request.destroy(new Error('aborted'));
    await expect(reading).rejects.toMatchObject({ definition: { status: 400 } });
  });
});

describe('the call that a request selects (D5)', () => {
  it.each([
    ['a01call=accping', 'accping'],
    ['A01CALL=accping', 'accping'],
    ['a01_call=accping', 'accping'],
    ['x=1', null],
    ['call=accping', null],
  ])('of %s is %j', async (query, expected) => {
    expect((await read({ query })).selectedCall).toBe(expected);
  });

  it.each(['a02call=x', 'a00call=x', 'a99call=x', 'a01call=x&a02call=y', 'a01call=x&a01call=x'])(
    'of %s is refused with 400',
    async (query) => {
      expect((await refusalOf({ query })).definition.status).toBe(400);
    },
  );

  it('is refused where it stands in query and body', async () => {
    const sent = { query: 'a01call=accping', type: FORM, body: 'a01call=accping' };
    expect((await refusalOf(sent)).definition.status).toBe(400);
  });
});
