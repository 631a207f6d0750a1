import { describe, expect, it } from '@jest/globals';
import { changed } from './changed.js';

const HIDDEN = '(not recorded)';

describe('a change, as it is recorded (D127)', () => {
  it('holds the fields that differ, and no others', () => {
    const before = { name: 'Shop', urls: ['https://a.example'], profile: 'interface', ttl: 60 };
    const after = {
      name: 'Shop',
      urls: ['https://a.example', 'https://b.example'],
      profile: 'strict',
      ttl: 60,
    };
    expect(changed(before, after)).toEqual({
      before: { urls: ['https://a.example'], profile: 'interface' },
      after: { urls: ['https://a.example', 'https://b.example'], profile: 'strict' },
    });
  });

  it('of something new has no before, of something gone no after', () => {
    expect(changed(null, { a: 1 })).toEqual({ after: { a: 1 } });
    expect(changed({ a: 1 }, null)).toEqual({ before: { a: 1 } });
    expect(changed({ a: 1 }, { a: 1 })).toEqual({ before: {}, after: {} });
  });

  it.each([
    'clientSecret',
    'client_secret',
    'password',
    'passwordHash',
    'verifier',
    'refreshToken',
    'macKey',
    'digest',
    'email',
    'msisdn',
    'value',
    'normalized',
    'identifier',
    'login',
  ])('tells that %s changed, not what from or to', (name) => {
    expect(changed({ [name]: 'old' }, { [name]: 'new' })).toEqual({
      before: { [name]: HIDDEN },
      after: { [name]: HIDDEN },
    });
    expect(changed({ [name]: 'same' }, { [name]: 'same' })).toEqual({ before: {}, after: {} });
  });

  it.each(['rotatesRefreshToken', 'isOAuth2PasswordBasedAuthorized', 'accessTokenTtl'])(
    'shows %s: a switch or a number is no secret',
    (name) => {
      expect(changed({ [name]: false }, { [name]: true }).after).toEqual({ [name]: true });
      expect(changed({ [name]: null }, { [name]: 60 }).after).toEqual({ [name]: 60 });
    },
  );

  it('hides what is secret deep inside, and bytes under any name', () => {
    const after = {
      auth: { user: 'x', secret: 's', more: [{ password: 'p', on: true }] },
      blob: Buffer.from('s'),
    };
    expect(changed(null, after).after).toEqual({
      auth: { user: 'x', secret: HIDDEN, more: [{ password: HIDDEN, on: true }] },
      blob: HIDDEN,
    });
  });

  it("hides the fields that are a person's, such as the name of an account", () => {
    const change = changed({ name: 'Anna', locale: 'de' }, { name: 'Ann', locale: 'en' }, ['name']);
    expect(change).toEqual({
      before: { name: HIDDEN, locale: 'de' },
      after: { name: HIDDEN, locale: 'en' },
    });
  });
});
