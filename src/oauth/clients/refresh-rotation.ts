import type { CallerClient } from '../../platform/operations/caller.js';

/** What becomes of a client's refresh token at a refresh, and why. */
interface RefreshRotation {
  readonly rotates: boolean;
  readonly reason: string;
}

/** Those of a public or strict client always rotate, whatever its record says (D49, D68; RFC 9700 §4.14.2). */
export function rotationOf({
  isPublic,
  profile,
  rotatesRefreshToken,
}: Pick<CallerClient, 'isPublic' | 'profile' | 'rotatesRefreshToken'>): RefreshRotation {
  if (profile === 'strict') return { rotates: true, reason: 'the profile strict asks for it' };
  if (isPublic)
    return { rotates: true, reason: 'a public client has no secret by which a stolen one would be refused' };
  return rotatesRefreshToken
    ? { rotates: true, reason: 'rotatesRefreshToken is set, so a stolen one is noticed' }
    : { rotates: false, reason: 'as the interface has it; it is worth nothing without the client’s secret' };
}
