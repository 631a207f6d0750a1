import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/support/any-text.js';
import { candidatesFor, IDENTIFIER_TYPES, normalizeIdentifier } from './identifier.js';

const COMPOSED = '\u00e9mile';
const DECOMPOSED = 'e\u0301mile';

describe('e-mail identifiers (§2.2, D20)', () => {
  it.each([
    ['anna@family.example', 'anna@family.example'],
    ['Anna.K+tag@Family.EXAMPLE', 'anna.k+tag@family.example'],
    [`${COMPOSED}@family.example`, `${COMPOSED}@family.example`],
    [`${DECOMPOSED}@family.example`, `${COMPOSED}@family.example`],
    [`${DECOMPOSED.toUpperCase()}@family.example`, `${COMPOSED}@family.example`],
    ['"Anna  B"@family.example', '"anna  b"@family.example'],
  ])('%s is kept as %s', (value, expected) => {
    expect(normalizeIdentifier('Email', value)).toBe(expected);
  });

  it.each([
    '',
    'anna',
    '@family.example',
    'anna@',
    'anna@family',
    'anna @family.example',
    'anna@family.example ',
    'anna@@family.example',
    'Anna <anna@family.example>',
    'anna@family.example\n',
    `${'a'.repeat(300)}@family.example`,
  ])('%j is refused', (value) => {
    expect(normalizeIdentifier('Email', value)).toBeNull();
  });
});

describe('phone numbers (§2.2, §8, D21)', () => {
  it.each([
    ['+4915112345678', null],
    ['4915112345678', null],
    ['004915112345678', null],
    [' +49 151 1234-5678 ', null],
    ['+49 (151) 1234.5678', null],
    ['0049 151 12345678', null],
    ['015112345678', 'DE'],
    ['0151 12345678', 'DE'],
    ['15112345678', 'DE'],
    ['(0151) 123/456-78', 'DE'],
    ['+4915112345678', 'FR'],
    ['004915112345678', 'US'],
  ])('%j in the country %s is +4915112345678', (value, country) => {
    expect(normalizeIdentifier('Msisdn', value, country)).toBe('+4915112345678');
  });

  it.each([
    ['2025550123', 'US', '+12025550123'],
    ['0612345678', 'FR', '+33612345678'],
    ['+442071838750', undefined, '+442071838750'],
  ])('%s in the country %s is %s', (value, country, expected) => {
    expect(normalizeIdentifier('Msisdn', value, country)).toBe(expected);
  });

  it('ten digits are taken as §8 has them, whatever they mean', () => {
    expect(normalizeIdentifier('Msisdn', '9991234567')).toBe('+9991234567');
  });

  it.each([
    '',
    '+',
    '00',
    '12345',
    '123456789',
    '12345678901234567',
    '+49151x',
    'anna',
    '+49 151',
    '9991234567890',
    '++4915112345678',
    '+49-',
  ])('%j is refused', (value) => {
    expect(normalizeIdentifier('Msisdn', value)).toBeNull();
  });

  it.each([
    ['015112345678', undefined],
    ['0151 12345678', 'ZZ'],
  ])('the national number %s without its country (%s) is refused', (value, country) => {
    expect(normalizeIdentifier('Msisdn', value, country)).toBeNull();
  });

  it.each(['call 0151 12345678', '0151 12345678 please', '0151 12345678 ext. 3', 'tel:015112345678'])(
    '%j has a number in it, and is none',
    (value) => {
      expect(normalizeIdentifier('Msisdn', value, 'DE')).toBeNull();
      expect(candidatesFor(value, 'DE')).toEqual([value.toLowerCase()]);
    },
  );
});

describe('logins (§2.2, D20)', () => {
  it.each([
    ['anna.k', 'anna.k'],
    ['ANNA.K', 'anna.k'],
    [DECOMPOSED, COMPOSED],
    [DECOMPOSED.toUpperCase(), COMPOSED],
    ['a', 'a'],
    ['7', '7'],
    ['a'.repeat(255), 'a'.repeat(255)],
    ['👪', '👪'],
    ['👪'.repeat(255), '👪'.repeat(255)],
    ['Anna of the Ks', 'anna of the ks'],
    ['anna  k', 'anna k'],
    ['anna\u00a0k', 'anna k'],
    ['O\u2019Neil, J. (home)', 'o\u2019neil, j. (home)'],
    ['12345678', '+12345678'],
    ['12.345.678', '12.345.678'],
  ])('%s is kept as %s', (value, expected) => {
    expect(normalizeIdentifier('Login', value)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    '\u200b',
    'a'.repeat(256),
    '👪'.repeat(256),
    'anna\tk',
    'anna\n',
    'anna\u202ek',
    ' anna',
    'anna ',
    '+49 151 12345678',
    'anna@home',
    '@nna',
    '4915112345678',
    '+4915112345678',
    '49-151-12345678',
    '9991234567',
    '+9991234567',
  ])('%j is refused', (value) => {
    expect(normalizeIdentifier('Login', value)).toBeNull();
  });
});

describe('other identifiers (§2.2)', () => {
  it.each(['ExternalId', 'AccessToken', 'SOMETHING_ELSE'] as const)(
    '%s is kept as what a person would type',
    (type) => {
      expect(normalizeIdentifier(type, 'Ab  1')).toBe('ab 1');
      expect(normalizeIdentifier(type, 'Anna@Family.Example')).toBe('anna@family.example');
      expect(normalizeIdentifier(type, '49 151 12345678')).toBe('+4915112345678');
      expect(normalizeIdentifier(type, '12345678')).toBe('+12345678');
      expect(normalizeIdentifier(type, '')).toBeNull();
      expect(normalizeIdentifier(type, ' ')).toBeNull();
      expect(normalizeIdentifier(type, 'x'.repeat(255))).not.toBeNull();
      expect(normalizeIdentifier(type, 'x'.repeat(256))).toBeNull();
    },
  );

  it('an ExternalId of an issuer is kept to the letter, where nothing that is typed leads', () => {
    const own = normalizeIdentifier('ExternalId', 'Ab  1', null, 'https://portal.example') as string;
    expect(own).toBe('ExternalId:Ab  1');
    expect(candidatesFor(own)).not.toContain(own);
  });

  it('has the six types of the interface', () => {
    expect([...IDENTIFIER_TYPES].sort()).toEqual([
      'AccessToken',
      'Email',
      'ExternalId',
      'Login',
      'Msisdn',
      'SOMETHING_ELSE',
    ]);
  });
});

describe('one spelling of an identifier (D20)', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.emailAddress(),
    fc.string({ unit: anyCharacter }),
  );

  it.each(['Email', 'Msisdn', 'Login'] as const)('is a fixed point for %s', (type) => {
    fc.assert(
      fc.property(text, (value) => {
        const once = normalizeIdentifier(type, value);
        if (once !== null) expect(normalizeIdentifier(type, once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  it('never makes one identifier of two types out of different accounts', () => {
    const owned = normalizeIdentifier('ExternalId', 'x', null, 'shop');
    expect(normalizeIdentifier('Login', 'externalid:x')).not.toBe(owned);
  });

  it('is what a text without type is looked for by', () => {
    expect(candidatesFor('Anna@Family.Example')).toEqual(['anna@family.example']);
    expect(candidatesFor('4915112345678')).toEqual(['+4915112345678']);
    expect(candidatesFor('0049 151 12345678')[0]).toBe('+4915112345678');
    expect(candidatesFor(' ANNA.K ')).toEqual(['anna.k']);
    for (const nothing of ['', ' ', 'a\u0000', 'x'.repeat(321)]) expect(candidatesFor(nothing)).toEqual([]);
  });

  it.each(IDENTIFIER_TYPES)('%s: whatever is taken is found by the text, in the one space', (type) => {
    fc.assert(
      fc.property(text, (value) => {
        const kept = normalizeIdentifier(type, value);
        if (kept !== null) expect(candidatesFor(value)).toContain(kept);
        if (kept !== null) expect(candidatesFor(kept)).toContain(kept);
      }),
      { numRuns: 500 },
    );
  });
});
