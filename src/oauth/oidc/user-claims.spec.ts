import { describe, expect, it } from '@jest/globals';
import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import { userClaims } from './user-claims.js';

const account = (...identifiers: readonly (readonly [value: string, validated: string])[]) =>
  ({
    accountId: '1',
    name: 'Anna',
    families: [],
    identifiers: identifiers.map(([value, validated], index) => ({
      ...{ id: String(index), type: 'Email', value, validated },
    })),
  }) as unknown as AccountInformationView;

describe('the address that OpenID Connect tells (row 25)', () => {
  it('is the first that is confirmed', () => {
    const two = account(['first@anna.example', 'false'], ['second@anna.example', 'true']);
    expect(userClaims(two, 'openid email')).toMatchObject({
      email: 'second@anna.example',
      email_verified: true,
    });
  });

  it('is the first where none is', () => {
    const two = account(['first@anna.example', 'false'], ['second@anna.example', 'false']);
    expect(userClaims(two, 'openid email')).toMatchObject({
      email: 'first@anna.example',
      email_verified: false,
    });
  });
});
