import { describe, expect, it } from '@jest/globals';
import {
  ACR_VALUES,
  acrOf,
  amrOf,
  PASSKEY_ACR,
  PASSWORD_ACR,
  rankOf,
  reaches,
  TWO_FACTORS_ACR,
} from './acr.js';
import { METHODS, type Method } from './authentication.js';
import { keptMethods, methodsIn } from './kept-methods.js';

describe('how strong a sign-in was (D251)', () => {
  it.each<[Method[], string | null, string[]]>([
    [['password'], PASSWORD_ACR, ['pwd']],
    [['password', 'code'], TWO_FACTORS_ACR, ['pwd', 'otp', 'mfa']],
    [['password', 'recovery'], TWO_FACTORS_ACR, ['pwd', 'otp', 'mfa']],
    [['code', 'recovery', 'password'], TWO_FACTORS_ACR, ['pwd', 'otp', 'mfa']],
    [['passkey'], PASSKEY_ACR, ['pop', 'user', 'mfa']],
    [['password', 'passkey'], PASSKEY_ACR, ['pwd', 'pop', 'user', 'mfa']],
    [['link', 'password'], PASSWORD_ACR, ['pwd']],
    [['link'], null, []],
    [['provider'], null, []],
    [['provider', 'code'], TWO_FACTORS_ACR, ['otp', 'mfa']],
    [['code'], null, ['otp']],
    [['link', 'code'], null, ['otp']],
    [[], null, []],
  ])('by %j is %s, with amr %j', (methods, acr, amr) => {
    expect(acrOf(methods)).toBe(acr);
    expect(amrOf(methods)).toEqual(amr);
  });

  it('reaches itself and what is weaker', () => {
    const reached = ACR_VALUES.map((has) => ACR_VALUES.map((asked) => reaches(has, asked)));
    expect(reached).toEqual([
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]);
    for (const asked of ACR_VALUES) expect(reaches(null, asked)).toBe(false);
    expect([null, ...ACR_VALUES].map(rankOf)).toEqual([0, 1, 2, 3]);
  });

  it('keeps methods as a text, and only a password as nothing', () => {
    expect(keptMethods(['password'])).toBeNull();
    expect(keptMethods(['code', 'password', 'code'])).toBe('password code');
    expect(methodsIn(null)).toEqual(['password']);
    for (const method of METHODS) expect(methodsIn(keptMethods([method]))).toEqual([method]);
    expect(methodsIn('password of-a-newer-version')).toEqual(['password']);
  });
});
