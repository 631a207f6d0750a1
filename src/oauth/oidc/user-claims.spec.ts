import { describe, expect, it } from '@jest/globals';
import type { ProfileInformation } from '../../identity/families/profile-information.js';
import { CLAIMS } from '../tokens/claims.js';
import { userClaims } from './user-claims.js';

type Given = readonly [type: string, value: string, validated: string];

const profile = (
  identifiers: readonly Given[],
  more: Partial<ProfileInformation> = {},
): ProfileInformation => ({
  ...{ name: 'Anna', locale: 'de', timeZone: null, countryCode: null, changedAt: 1_700_000_000_999 },
  families: [],
  identifiers: identifiers.map(([type, value, validated], index) => {
    return { id: String(index), type, value, normalized: value.replaceAll(' ', ''), validated };
  }),
  ...more,
});

describe.each([
  ['Email', 'email', 'email_verified', 'first@anna.example', 'second@anna.example'],
  ['Msisdn', 'phone_number', 'phone_number_verified', '+49 151 12345678', '+49 151 12345679'],
] as const)('the %s that OpenID Connect tells', (type, claim, verified, first, second) => {
  const told = (...identifiers: readonly Given[]) => userClaims(profile(identifiers), [claim, verified]);

  it('is the first that is confirmed', () => {
    const claims = told([type, first, 'false'], [type, second, 'true']);
    expect(claims).toEqual({ [claim]: second.replaceAll(' ', ''), [verified]: true });
  });

  it('is the first where none is', () => {
    const claims = told([type, first, 'false'], [type, second, 'false']);
    expect(claims).toEqual({ [claim]: first.replaceAll(' ', ''), [verified]: false });
  });

  it('is left out where there is none', () => {
    expect(told(['Login', 'anna', 'true'])).toEqual({});
  });
});

describe('the user name that OpenID Connect tells (D395)', () => {
  const EMAIL = ['Email', 'anna@anna.example', 'true'] as const;
  const nameOf = (identifiers: readonly Given[], isEmailTold = true) =>
    userClaims(profile(identifiers), ['preferred_username', ...(isEmailTold ? (['email'] as const) : [])])
      .preferred_username;

  it('is the login', () => {
    expect(nameOf([EMAIL, ['Login', 'anna', 'true']])).toBe('anna');
  });

  it('is the e-mail address without a login, if that is told too and confirmed', () => {
    expect(nameOf([EMAIL])).toBe('anna@anna.example');
    expect(nameOf([EMAIL], false)).toBeUndefined();
    expect(nameOf([['Email', 'anna@anna.example', 'false']])).toBeUndefined();
  });
});

describe('the other claims of a profile', () => {
  it('has all that an account has, and nothing else', () => {
    const families = [{ id: '4', name: 'Müller', role: 'founder' }] as const;
    expect(userClaims(profile([], { families, countryCode: 'PT' }), CLAIMS)).toEqual({
      ...{ name: 'Anna', locale: 'de', zoneinfo: 'Europe/Lisbon', updated_at: 1_700_000_000, families },
    });
    expect(userClaims(profile([], { locale: null }), CLAIMS)).toEqual({
      ...{ name: 'Anna', updated_at: 1_700_000_000, families: [] },
    });
  });

  it('is the chosen time zone before that of the country', () => {
    const chosen = profile([], { timeZone: 'Europe/Berlin', countryCode: 'PT' });
    expect(userClaims(chosen, ['zoneinfo'])).toEqual({ zoneinfo: 'Europe/Berlin' });
  });
});
