import { describe, expect, it } from '@jest/globals';
import { CLAIMS } from './claims.js';
import {
  allowedClaims,
  claimsAskedIn,
  claimsWithin,
  keptClaims,
  scopesOfClaims,
  type ClaimPlace,
} from './requested-claims.js';
import { claimsOf, SCOPE_CLAIMS } from './scope.js';

const PLACES: readonly ClaimPlace[] = ['userinfo', 'id_token'];
const EVERYTHING =
  keptClaims(PLACES.flatMap((place) => CLAIMS.map((claim) => [place, claim] as const))) ?? '';

describe('claims that are asked for one by one, as they are kept', () => {
  it('come back by their place, each once', () => {
    const kept = keptClaims([
      ['userinfo', 'name'],
      ['id_token', 'email'],
      ['userinfo', 'name'],
    ]);
    expect(kept).toBe('userinfo.name id_token.email');
    expect(PLACES.map((place) => claimsAskedIn(place, kept))).toEqual([['name'], ['email']]);
    expect([keptClaims([]), claimsAskedIn('userinfo', null)]).toEqual([null, []]);
    for (const place of PLACES) expect(claimsAskedIn(place, EVERYTHING)).toEqual(CLAIMS);
  });

  it('fit their columns, all of them', () => {
    expect(EVERYTHING.length).toBeLessThanOrEqual(512);
  });

  it('belong to one scope each, which is asked for', () => {
    expect([...SCOPE_CLAIMS].sort()).toEqual([...CLAIMS].sort());
    expect(scopesOfClaims('userinfo.email_verified id_token.families userinfo.email')).toEqual([
      'email',
      'family',
    ]);
    for (const claim of CLAIMS)
      expect(claimsOf(scopesOfClaims(`id_token.${claim}`).join(' '))).toContain(claim);
  });

  it('are only those whose scope the ruleset of the client allows', () => {
    expect(allowedClaims(EVERYTHING, { allows: (call) => call === 'oauth2userinfo' })).toBe(EVERYTHING);
    expect(allowedClaims(EVERYTHING, { allows: (call) => call !== 'oauth2userinfo' })).toBeNull();
  });

  it.each([
    [null, true],
    [undefined, true],
    ['email openid', true],
    ['openid', false],
    ['', false],
  ])('belong to a token of the scope %j: %s', (scope, isWhole) => {
    const granted = { scope: 'openid email', claims: 'userinfo.name' };
    expect(claimsWithin(granted, scope)).toBe(isWhole ? 'userinfo.name' : null);
  });
});
