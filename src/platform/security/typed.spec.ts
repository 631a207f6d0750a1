import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-text.js';
import { plainCode, plainPassword } from './typed.js';

const point = (from: number) => Array.from({ length: 10 }, (_, n) => String.fromCodePoint(from + n)).join('');

describe('what is typed as a code (input 23)', () => {
  it.each([
    ['Arabic', point(0x660)],
    ['Persian', point(0x6f0)],
    ['Devanagari', point(0x966)],
    ['Bengali', point(0x9e6)],
    ['Thai', point(0xe50)],
    ['full width', point(0xff10)],
    ['mathematical bold', point(0x1d7ce)],
    ['mathematical monospace', point(0x1d7f6)],
    ['Adlam', point(0x1e950)],
    ['segmented', point(0x1fbf0)],
  ])('has digits of any script: %s', (_script, digits) => {
    expect(plainCode(digits)).toBe('0123456789');
  });

  it('has the digits of every numbering system that there is', () => {
    for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
      const shown = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(9876543210);
      const plain = /^\p{Nd}{10}$/u.test(shown) ? plainCode(shown) : '9876543210';
      expect([numberingSystem, plain]).toEqual([numberingSystem, '9876543210']);
    }
  });

  it.each([
    ['345 678'],
    ['345-678'],
    ['345\u2013678'],
    [' 345\u00a0678\n'],
    ['\u200f345678\u200e'],
    ['\ufeff345\u00ad678'],
    ['\u2066345678\u2069'],
    ['\u3000345678'],
    ['345\u2212678'],
    ['\uff13\uff14\uff15\u30fc\uff16\uff17\uff18'],
    ['345\uff70678'],
    ['345\u2011678'],
    ['345\u2009678'],
    ['345\t678'],
    ['345\u2060678'],
    ['\u2462\u2463\u2464\u2465\u2466\u2467'],
    ['\u00b3\u2074\u2075\u2076\u2077\u2078'],
    ['3\ufe0f4\ufe0f5\ufe0f678'],
  ])('%j has nothing between its digits', (typed) => {
    expect(plainCode(typed)).toBe('345678');
  });

  it.each([
    ['12345\u00e9', '12345\u00e9'],
    ['12345e\u0301', '12345\u00e9'],
    ['👪', '👪'],
    ['12.345', '12.345'],
    ['\uff21\uff22', 'AB'],
    ['\ud800', '\ud800'],
    ['', ''],
  ])('%j keeps what no code has, so that it is wrong', (typed, plain) => {
    expect(plainCode(typed)).toBe(plain);
  });
});

describe('what is typed as a password (input 22)', () => {
  it.each([
    ['Scho\u0308ne Gru\u0308\u00dfe', 'Sch\u00f6ne Gr\u00fc\u00dfe'],
    ['\u1112\u1161\u11ab', '\ud55c'],
    ['a\u00a0b\u3000c\u2003d', 'a b c d'],
    ['\uff21\ufb01\u00b2', '\uff21\ufb01\u00b2'], // no compatibility form: they are other characters
    ['a\u1680b\u202fc', 'a b c'],
    ['e\u0301\u0323', '\u1eb9\u0301'],
    ['\u212b', '\u00c5'],
    ['\u30fc\u2212', '\u30fc\u2212'],
    [' Aa\t', ' Aa\t'],
    ['\ud800', '\ud800'],
  ])('%j is %j', (typed, plain) => {
    expect(plainPassword(typed)).toBe(plain);
  });

  it('has one spelling, which is its own: no newer hash matches another one', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (typed) => {
        const plain = plainPassword(typed);
        expect(plainPassword(plain)).toBe(plain);
        expect(plainPassword(typed.normalize('NFD'))).toBe(plain);
      }),
    );
  });
});
