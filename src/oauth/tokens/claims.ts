/** What Hearth tells of a user beside `sub` (OpenID Connect Core §5.1; `families` is Hearth's own). */
export const CLAIMS = [
  'name',
  'preferred_username',
  'locale',
  'zoneinfo',
  'updated_at',
  'email',
  'email_verified',
  'phone_number',
  'phone_number_verified',
  'families',
] as const;
export type Claim = (typeof CLAIMS)[number];

export function isClaim(name: string): name is Claim {
  return (CLAIMS as readonly string[]).includes(name);
}
