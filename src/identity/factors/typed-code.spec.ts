import { describe, expect, it } from '@jest/globals';
import { newTypedCode, plainTypedCode } from './typed-code.js';

describe('a code that is typed (D243, D322)', () => {
  it('has 25 letters of 32 in five groups, and is never the same', () => {
    const codes = Array.from({ length: 1000 }, newTypedCode);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{5}-){4}[0-9a-hjkmnp-tv-z]{5}$/);
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
  });

  it.each([
    ['0a1b2-c3d4e', '0a1b2c3d4e'],
    [' 0A1B2 C3D4E ', '0a1b2c3d4e'],
    ['OAIBl', '0a1b1'],
    ['\u0660\uff21\uff11\u200f\u2013b', '0a1b'], // input 23
    ['', ''],
  ])('typed as "%s" is the same', (typed, plain) => {
    expect(plainTypedCode(typed)).toBe(plain);
  });
});
