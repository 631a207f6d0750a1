import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-text.js';
import { parseMacHeader } from './mac-header.js';
import { processorSeconds } from '../../../test/support/processor-seconds.js';

const PARSED = {
  id: 'h480djs93hd8',
  ts: '1336363200',
  nonce: 'dj83hs9s',
  mac: 'bhCQXTVyfj5cmA9uKkPFx1zeOXM=',
};
const HEADER = 'id="h480djs93hd8", ts="1336363200", nonce="dj83hs9s", mac="bhCQXTVyfj5cmA9uKkPFx1zeOXM="';

describe('MAC header (§5.3.5)', () => {
  it.each([
    ['as the interface writes it', HEADER, ''],
    ['without spaces', HEADER.replaceAll(', ', ','), ''],
    ['with spaces and tabs around', `  ${HEADER.replaceAll(', ', ' ,\t')}  `, ''],
    ['in another order', HEADER.split(', ').reverse().join(', '), ''],
    ['with an ext', `${HEADER}, ext="a,b,c"`, 'a,b,c'],
    ['with an empty ext', `${HEADER}, ext=""`, ''],
    ['with an attribute it does not know', `${HEADER}, realm="x"`, ''],
  ])('is read %s', (_how, text, ext) => {
    expect(parseMacHeader(text)).toEqual({ ...PARSED, ext });
  });

  const REQUIRED = 'id, ts, nonce and mac are required';
  const SYNTAX = 'attributes must be written name="value", separated by commas';
  it.each([
    ['nothing', '', REQUIRED],
    ['no id', HEADER.replace(/id="[^"]*", /, ''), REQUIRED],
    ['no ts', HEADER.replace(/ts="[^"]*", /, ''), REQUIRED],
    ['no nonce', HEADER.replace(/nonce="[^"]*", /, ''), REQUIRED],
    ['no mac', HEADER.replace(/, mac="[^"]*"/, ''), REQUIRED],
    ['an empty id', HEADER.replace('h480djs93hd8', ''), REQUIRED],
    ['an empty mac', HEADER.replace(/mac="[^"]*"/, 'mac=""'), REQUIRED],
    ['id twice', `${HEADER}, id="x"`, 'id stands twice'],
    ['ext twice', `${HEADER}, ext="x", ext="x"`, 'ext stands twice'],
    ['a ts with a fraction', HEADER.replace('1336363200', '1336363200.5'), 'ts must be unix seconds'],
    ['a negative ts', HEADER.replace('1336363200', '-1'), 'ts must be unix seconds'],
    ['a ts of 13 digits', HEADER.replace('1336363200', '1336363200000'), 'ts must be unix seconds'],
    [
      'a nonce of 129 characters',
      HEADER.replace('dj83hs9s', 'n'.repeat(129)),
      'nonce must have at most 128 characters',
    ],
    ['values without quotes', HEADER.replaceAll('"', ''), SYNTAX],
    ['an escaped quote', HEADER.replace('dj83hs9s', 'a\\"b'), SYNTAX],
    ['a backslash', HEADER.replace('dj83hs9s', 'a\\b'), SYNTAX],
    ['a line feed in a value', HEADER.replace('dj83hs9s', 'a\nb'), SYNTAX],
    ['a letter beyond ASCII', HEADER.replace('dj83hs9s', 'é'), SYNTAX],
    ['no comma', HEADER.replaceAll(', ', ' '), SYNTAX],
    ['text after it', `${HEADER} x`, SYNTAX],
    ['a name in capitals', HEADER.replace('id=', 'ID='), SYNTAX],
  ])('is refused with %s', (_what, text, problem) => {
    expect(parseMacHeader(text)).toBe(problem);
  });

  it('never throws, whatever text comes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: anyCharacter })), (text) => {
        const parsed = parseMacHeader(text);
        expect(['string', 'object']).toContain(typeof parsed);
      }),
    );
  });

  it('never throws at a spoilt header', () => {
    const spoilt = fc.tuple(fc.nat(HEADER.length), fc.nat(5), fc.string({ maxLength: 5 }));
    fc.assert(
      fc.property(spoilt, ([at, removed, added]) => {
        const text = HEADER.slice(0, at) + added + HEADER.slice(at + removed);
        expect(['string', 'object']).toContain(typeof parseMacHeader(text));
      }),
      { numRuns: 500 },
    );
  });

  it('reads back every header that is written as the interface has it', () => {
    const printable = [...Array(95).keys()].map((i) => String.fromCharCode(32 + i));
    const character = fc.constantFrom(...printable.filter((one) => one !== '"' && one !== '\\'));
    const value = (maxLength: number) => fc.string({ unit: character, minLength: 1, maxLength });
    const header = fc.record({
      id: value(200),
      ts: fc.nat(2 ** 31 - 1).map(String),
      nonce: value(128),
      mac: value(60),
      ext: fc.oneof(fc.constant(''), value(100)),
    });
    fc.assert(
      fc.property(header, fc.constantFrom(',', ', ', ' , ', ',\t'), (fields, separator) => {
        const list = Object.entries(fields).map(([name, text]) => `${name}="${text}"`);
        expect(parseMacHeader(list.join(separator))).toEqual(fields);
      }),
    );
  });

  it('reads 16 KiB of attributes without delay, as much as Node lets a header hold', () => {
    const taken = processorSeconds(() => {
      parseMacHeader(' '.repeat(16_384));
      parseMacHeader('a=""'.repeat(4096));
      parseMacHeader(`${'a="",'.repeat(3000)}x`);
      parseMacHeader(`id="${'x '.repeat(8000)}`);
    });
    expect(taken).toBeLessThan(5);
  });
});
