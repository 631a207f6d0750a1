import { describe, expect, it } from '@jest/globals';
import { plainAbout, sentenceAbout } from './about.js';

describe('what a field is', () => {
  it.each([
    ['shown to users', 'shown to users', 'Shown to users.'],
    ['[which calls](#rulesets) it may make', 'which calls it may make', 'Which calls it may make.'],
    ['confirmed elsewhere ([devices](devices.md))', 'confirmed elsewhere', 'Confirmed elsewhere.'],
    ['loopback ([D1](a.md#d1), [D2](a.md#d2)). More', 'loopback. More', 'Loopback. More.'],
    ['the keys (RFC 7517), as JSON', 'the keys (RFC 7517), as JSON', 'The keys (RFC 7517), as JSON.'],
    ['`own`, or `all`. **Use `own`.**', 'own, or all. Use own', 'own, or all. Use own.'],
    ['/authorize returns users to it', '/authorize returns users to it', '/authorize returns users to it.'],
  ])('%s', (about, plain, sentence) => {
    expect(plainAbout({ about })).toBe(plain);
    expect(sentenceAbout({ about })).toBe(sentence);
  });
});
