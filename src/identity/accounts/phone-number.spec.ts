import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { phoneNumberOf, problemWithPhoneNumber } from './phone-number.js';

describe('a phone number with a country (D372)', () => {
  it.each([
    ['0612345678', 'FR', '+33612345678'],
    ['33612345678', 'FR', '+33612345678'],
    ['4915112345678', 'DE', '+4915112345678'],
    ['15112345678', 'DE', '+4915112345678'],
    ['2025550123', 'US', '+12025550123'],
    ['12025550123', 'US', '+12025550123'],
    ['12025550123', 'CA', '+12025550123'], // one code, one plan
    ['6045551234', 'CA', '+16045551234'],
    ['4740612345', 'NO', '+4740612345'],
    ['79161234567', 'KZ', '+79161234567'],
    ['0612345678', 'MA', '+212612345678'],
    ['\uff10\uff19\uff10\u30fc\uff11\uff12\uff13\uff14\u30fc\uff15\uff16\uff17\uff18', 'JP', '+819012345678'],
    ['0151\u2212123/45 678', 'DE', '+4915112345678'],
  ])('%s in %s is %s (input 20)', (text, country, expected) => {
    expect(phoneNumberOf(text, country)).toBe(expected);
  });

  it.each([
    ['6045551234', 'FR'],
    ['4155550100', 'FR'],
    ['3901234567', 'FR'],
    ['8012345678', 'DE'],
    ['4915112345678', 'FR'],
    ['9990000001', 'FR'],
    ['4740612345', 'AQ'], // Antarctica has no numbers of its own
  ])('%s in %s is no number of a stranger elsewhere (input 20)', (text, country) => {
    expect(phoneNumberOf(text, country)).toBeNull();
  });

  it.each(['+6045551234', '006045551234', '+41 44 668 18 00', '0041446681800', '+390612345678'])(
    'with + or 00 it may be of any country: %s',
    (text) => {
      expect(phoneNumberOf(text, 'FR')).toBe(phoneNumberOf(text));
    },
  );

  it('without a country it is read as E.164 without +, ten digits even where no country has them (§8, input 20)', () => {
    expect(phoneNumberOf('4155550100')).toBe('+4155550100');
    expect(phoneNumberOf('33612345678')).toBe('+33612345678');
    expect(phoneNumberOf('9990000001')).toBe('+9990000001');
  });
});

describe('a phone number of an old plan (D372)', () => {
  it.each([
    ['Mexico', '+5215512345678', '+525512345678'],
    ['Mexico', '+52 1 55 1234 5678', '+525512345678'],
    ['Ivory Coast', '+22505181123', '+2250505181123'],
    ['Ivory Coast', '+22507181123', '+2250707181123'],
    ['Ivory Coast', '+22541181123', '+2250141181123'],
    ['Brazil', '+551181234567', '+5511981234567'],
    ['Benin', '+22997123456', '+2290197123456'],
  ])('of %s: %s is %s (input 21)', (_country, before, today) => {
    expect(phoneNumberOf(before)).toBe(today);
    expect(phoneNumberOf(before.slice(1))).toBe(today);
    expect(phoneNumberOf(today)).toBe(today);
  });

  it.each([
    ['5215512345678', 'MX', '+525512345678'],
    ['05181123', 'CI', '+2250505181123'],
    ['11 8123-4567', 'BR', '+5511981234567'],
    ['97123456', 'BJ', '+2290197123456'],
  ])('as a national one: %s in %s (input 21)', (text, country, today) => {
    expect(phoneNumberOf(text, country)).toBe(today);
  });

  it.each(['+22521181123', '+521551234567', '+551131234567x', '+2257181123'])(
    '%s is mapped to nothing that is guessed (input 21)',
    (text) => {
      expect(phoneNumberOf(text)).toBeNull();
    },
  );

  it('a landline of Brazil still has eight digits', () => {
    expect(phoneNumberOf('+551131234567')).toBe('+551131234567');
  });

  it('what comes out is read as itself', () => {
    const national = fc.stringMatching(/^[0-9]{7,12}$/);
    const code = fc.constantFrom('52', '521', '225', '55', '229', '49', '1', '');
    fc.assert(
      fc.property(
        code,
        national,
        fc.constantFrom('MX', 'CI', 'BR', 'BJ', 'DE', 'US', null),
        (a, b, country) => {
          const number = phoneNumberOf(a + b, country);
          const isKnown = number !== null && phoneNumberOf(number) !== null; // ten digits may be of no country
          if (isKnown) expect(phoneNumberOf(number)).toBe(number);
          if (country !== null && number !== null) expect(isKnown).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('a phone number as people write it', () => {
  it.each([
    '+49 151 12345678',
    '+49 (0)151 12345678',
    '\u202a+49\u00a0151\u00a012345678\u202c', // as copied from a list of contacts
    '\uff0b\uff14\uff19 151 12345678',
    '+\u0664\u0669\u0661\u0665\u0661\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668',
    '+49 151\u20131234\u20115678',
    '0049/151/12345678',
    '+49.151.12345678',
  ])('%j is +4915112345678', (text) => {
    expect(phoneNumberOf(text)).toBe('+4915112345678');
  });

  it.each([
    ['+49 151 1234567', undefined, 'has missing or wrong digits'], // a digit short (input 44)
    ['+49 15', undefined, 'has too few digits'],
    ['+4915', 'DE', 'has too few digits'],
    ['+4915112', undefined, 'has missing or wrong digits'],
    ['+331', undefined, 'has too few digits'],
    ['0151', 'DE', 'has too few digits'],
    ['+49 151 1234567890123', undefined, 'has too many digits'],
    ['+33612345', undefined, 'has too few digits'],
    ['+336123456789', undefined, 'has too many digits'],
    ['0151 12345678', undefined, 'needs the code of its country'],
    ['0151 12345678', 'AQ', 'needs the code of its country'],
    ['06 12 34 56', 'FR', 'has too few digits'],
    ['4155550100', 'FR', 'has too many digits'],
    ['+9991234567', undefined, 'begins with the code of no country'],
    ['anna', undefined, 'is not a phone number'],
    ['', undefined, 'is not a phone number'],
  ])('what is wrong with %j in %s: it %s (input 44)', (text, country, problem) => {
    expect(problemWithPhoneNumber(text, country)).toContain(problem);
    expect(problemWithPhoneNumber('+49 151 12345678', country)).toBeNull();
  });
});
