import { describe, expect, it } from '@jest/globals';
import { PASSWORD_PROBLEMS, problemWithNewPassword } from './password-policy.js';

const OWN = ['Anna Katharina', 'anna@family.example', '+4915112345678', 'Anna.Katharina'];

describe('new passwords (D69)', () => {
  it.each([
    ['eight characters', 'wxkqv-7z'],
    ['256 characters', 'ä'.repeat(256)],
    ['letters alone: no composition rules', 'correcthorsebatterystaple'],
    ['spaces', '  gallop marzipan  '],
    ['eight characters beyond the basic plane', '👪🏔🌲🌧🚲🎻🧊🪁'],
    ['an own name with something else', 'Anna Katharina 77'],
  ])('may be %s', async (_what, password) => {
    expect(await problemWithNewPassword(password, OWN)).toBeNull();
  });

  it.each([
    ['nothing', '', 'tooShort'],
    ['seven characters', 'wxkqv-7', 'tooShort'],
    ['seven characters of two code units each', '👪🏔🌲🌧🚲🎻🧊', 'tooShort'],
    ['257 characters', 'ä'.repeat(257), 'tooLong'],
    ['password', 'password', 'common'],
    ['12345678', '12345678', 'common'],
    ['a common one in capitals', 'ILOVEYOU1', 'common'],
    ['the own name', 'Anna Katharina', 'own'],
    ['the own name in another case', 'anna katharina', 'own'],
    ['the own e-mail', 'ANNA@family.example', 'own'],
    ['the own phone number', '+4915112345678', 'own'],
    ['the own login', 'anna.katharina', 'own'],
  ])('may not be %s', async (_what, password, problem) => {
    expect(await problemWithNewPassword(password, OWN)).toBe(problem);
  });

  it('may not be an own name that is written with combining marks', async () => {
    expect(await problemWithNewPassword('e\u0301milienne', ['\u00c9milienne'])).not.toBeNull();
  });

  it('tell what they must be, for each problem', () => {
    expect(PASSWORD_PROBLEMS).toEqual({
      tooShort: 'must have at least 8 characters',
      tooLong: 'must have at most 256 characters',
      common: 'is a common password',
      own: 'must not be the name or an identifier of the account',
    });
  });
});
