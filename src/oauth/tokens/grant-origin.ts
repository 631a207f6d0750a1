import { issuedFor } from '../../platform/audit/audit-statement.js';

/** How a grant came to be. What is stored is the place in the list, from 1. */
const ORIGINS = ['password', 'validation-token', 'assertion', 'authorization_code', 'device_code'] as const;
export type GrantOrigin = (typeof ORIGINS)[number];

/** A user who was signed in on a page allowed the application. */
const ALLOWED: readonly GrantOrigin[] = ['authorization_code', 'device_code'];

/** The number that is stored of it. */
export function originNumber(origin: GrantOrigin): number {
  return ORIGINS.indexOf(origin) + 1;
}

/**
 * SQL: the grant `g` was given for a password, a device password or a partner's word, and no page asked. Of a grant from
 * before 0.3 its audit event tells; if that is gone too, nothing speaks for it.
 */
export const IS_DIRECT = `NOT CASE WHEN g.origin IS NOT NULL THEN g.origin IN (${ALLOWED.map(originNumber).join(', ')})
      ELSE g.device_password_id IS NULL AND (g.sid IS NOT NULL OR ${issuedFor(`'grant:' || g.id`, ALLOWED)}) END`;

/** SQL: the name of a stored origin. @param column SQL */
export function originName(column: string): string {
  return `(ARRAY[${ORIGINS.map((origin) => `'${origin}'`).join(', ')}])[${column}]`;
}
