import type { CallerClient } from '../../platform/operations/caller.js';
import { profileRulesOf } from './client-profiles.js';

/** Whether a refresh replaces a client's refresh token, and why. */
interface RefreshRotation {
  readonly rotates: boolean;
  readonly reason: string;
}

/** A public client's refresh tokens always rotate (RFC 9700 §4.14.2); of others the profile decides, or leaves it to the record (D49, D68). */
export function rotationOf({
  isPublic,
  profile,
  rotatesRefreshToken,
}: Pick<CallerClient, 'isPublic' | 'profile' | 'rotatesRefreshToken'>): RefreshRotation {
  const { rotates } = profileRulesOf({ profile });
  if (rotates === 'always') return { rotates: true, reason: `the profile ${profile} asks for it` };
  if (rotates === 'never')
    return {
      rotates: false,
      reason: `the profile ${profile} forbids it: it is worth nothing without the client’s key`,
    };
  if (isPublic)
    return { rotates: true, reason: 'a public client has no secret by which a stolen one would be refused' };
  return rotatesRefreshToken
    ? { rotates: true, reason: 'rotatesRefreshToken is set, so a stolen one is noticed' }
    : { rotates: false, reason: 'as the interface has it; it is worth nothing without the client’s secret' };
}
