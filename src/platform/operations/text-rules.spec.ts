import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PRINTABLE } from './text-rules.js';
import { processorSeconds } from '../../../test/support/processor-seconds.js';

const { regex } = PRINTABLE;

describe('a name that people read', () => {
  it.each(['A', 'The Ks', 'Zoë', 'Zoe\u0308', '山田', 'משפחת לוי', '👩‍👩‍👧‍👦', "O'Neil <b>", ' x ', '\u00a0x'])(
    '%j is one',
    (name) => {
      expect(regex.test(name)).toBe(true);
    },
  );

  it.each([
    '',
    ' ',
    '\u00a0',
    '\u2003',
    '\u3000 ',
    '\t',
    '\n',
    'a\nb',
    'a\r\nBcc: x',
    'a\0',
    '\u001b[1m',
    'a\u007f',
    'a\u0085',
    '\u200b',
    '\u200d\ufeff',
    '\u202emoc.live',
    'a\u2066b',
  ])('%j is none', (name) => {
    expect(regex.test(name)).toBe(false);
  });

  it('no text with a control character is one, wherever it stands', () => {
    const control = fc.oneof(fc.integer({ min: 0, max: 0x1f }), fc.integer({ min: 0x7f, max: 0x9f }));
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        control,
        fc.string({ unit: 'grapheme' }),
        (before, code, after) => {
          expect(regex.test(before + String.fromCharCode(code) + after)).toBe(false);
        },
      ),
    );
  });

  it('is decided in time that grows with the length only', () => {
    const taken = processorSeconds(() => {
      regex.test(' '.repeat(100_000));
      regex.test(`${'a '.repeat(50_000)}\n`);
    });
    expect(taken).toBeLessThan(5);
  });
});
