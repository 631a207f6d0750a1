import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-text.js';
import { CallError } from '../errors/call-error.js';
import { partsSoFar, readMultipart, type Multipart } from './multipart.js';

const TYPE = 'multipart/form-data; boundary=B';
const LIMITS = { parts: 10, fieldBytes: 1000 };
const MIB = 1024 * 1024;

const field = (name: string, value: string): string =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, content: string, fileName = 'a.png'): string =>
  `--B\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: image/png\r\n\r\n${content}\r\n`;
const WHOLE = `${field('a', '1')}${file('picture', 'PNG')}${field('b', 'é')}--B--\r\n`;

const read = (body: string | Buffer, type = TYPE): Promise<Multipart> =>
  readMultipart(type, [Buffer.from(body as string)], LIMITS);
/** The parsed body, or the status of the refusal; any other error fails the test. */
async function outcomeOf(body: string | Buffer, type = TYPE): Promise<Multipart | number> {
  try {
    return await read(body, type);
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    return cause.definition.status;
  }
}

describe('a multipart body', () => {
  it('is taken apart, whatever its pieces', async () => {
    const bytes = Buffer.from(WHOLE);
    const expected = {
      fields: [
        ['a', '1'],
        ['b', 'é'],
      ],
      files: [['picture', Buffer.from('PNG')]],
    };
    expect(await read(bytes)).toEqual(expected);
    for (let at = 1; at < bytes.length; at++)
      expect(await readMultipart(TYPE, [bytes.subarray(0, at), bytes.subarray(at)], LIMITS)).toEqual(
        expected,
      );
  });

  it.each([
    ['a preamble', `hello\r\n${WHOLE}`],
    ['an epilogue', `${WHOLE}bye`],
    ['no line break at the end', WHOLE.trimEnd()],
  ])('may have %s', async (_what, body) => {
    expect((await read(body)).fields).toHaveLength(2);
  });

  it.each([
    ['Latin-1', Buffer.from(field('a', '1') + file('picture', 'PNG', 'Käse.png') + '--B--', 'latin1')],
    ['UTF-8', Buffer.from(field('a', '1') + file('picture', 'PNG', '写真 "1".png') + '--B--')],
    ['nothing', Buffer.from(field('a', '1') + file('picture', 'PNG', '') + '--B--')],
  ])('may have a file whose name is %s', async (_what, body) => {
    expect((await read(body)).files).toEqual([['picture', Buffer.from('PNG')]]);
  });

  it('may have parts whose names stand without quotes', async () => {
    const body = '--B\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--B--';
    expect((await read(body)).fields).toEqual([['a', '1']]);
  });

  it('of 16 MiB is taken apart at once', async () => {
    const large = Buffer.concat([Buffer.from(file('picture', '').slice(0, -2)), Buffer.alloc(16 * MIB, 7)]);
    const { files } = await readMultipart(TYPE, [large, Buffer.from('\r\n--B--')], LIMITS);
    expect(files[0][1].equals(Buffer.alloc(16 * MIB, 7))).toBe(true);
  });

  it('that is cut off is refused, wherever: nothing is thrown past the promise, and nothing is waited for', async () => {
    const bytes = Buffer.from(WHOLE);
    for (let at = 1; at < bytes.length - '--\r\n'.length; at++)
      expect(await outcomeOf(bytes.subarray(0, at))).toBe(400);
  });

  it.each([
    ['a type without boundary', WHOLE, 'multipart/form-data'],
    ['another boundary', WHOLE, 'multipart/form-data; boundary=C'],
    ['eleven parts', `${field('a', '1').repeat(11)}--B--`, TYPE],
    ['a field that is too long', `${field('a', 'x'.repeat(1001))}--B--`, TYPE],
    ['no parts', 'x=1', TYPE],
    ['nothing', '', TYPE],
  ])('with %s is refused', async (_what, body, type) => {
    expect(await outcomeOf(body, type)).toBe(400);
  });

  it('is read or refused, however it was spoilt', async () => {
    const spoilt = fc.tuple(
      fc.nat(WHOLE.length),
      fc.nat(20),
      fc.string({ unit: anyCharacter, maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(spoilt, { minLength: 1, maxLength: 3 }), async (changes) => {
        let body = WHOLE;
        for (const [at, removed, added] of changes)
          body = body.slice(0, at) + added + body.slice(at + removed);
        expect([400, 'object']).toContain(await outcomeOf(body).then((it) => (it === 400 ? it : typeof it)));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the parts so far of a body that goes on', () => {
  const fieldsOf = async (text: string): Promise<Multipart['fields']> => {
    const parts = partsSoFar(TYPE, [Buffer.from(text)]);
    return parts.length === 0 ? [] : (await readMultipart(TYPE, parts, LIMITS)).fields;
  };

  it('are those that are there as a whole: never a part of a value', async () => {
    const start = `${field('a', '12345')}${field('secret', 'abcdef')}${file('picture', 'PN')}`.slice(0, -2);
    const ends = ['a', 'secret'].map((name) => start.indexOf('\r\n--B', start.indexOf(`"${name}"`)) + 5);
    for (let at = 0; at <= start.length; at++) {
      const whole = ends.filter((end) => end <= at).length;
      const expected = [
        ['a', '12345'],
        ['secret', 'abcdef'],
      ].slice(0, whole);
      expect(await fieldsOf(start.slice(0, at))).toEqual(expected);
    }
  });

  it('are found by a boundary in quotes too', () => {
    const type = 'multipart/form-data; charset=utf-8; boundary="B"';
    expect(partsSoFar(type, [Buffer.from(`${field('a', '1')}--B`)])).toHaveLength(2);
  });
});
