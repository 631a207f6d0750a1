import { randomSecret } from '../../../platform/security/secrets.js';
import type { Administration } from '../../../platform/operations/operation.js';

/** The pages of the console, or the API. A session is of one of them, and the other does not take it (D320). */
export type Surface = Administration['surface'];

/** A new id of a session. It says what the session is of, so that the cookie's name, which anybody can change, decides nothing. */
export function newSessionId(surface: Surface): string {
  return `${surface}.${randomSecret()}`;
}

/** An id of 0.2 does not say it, and counts for both: such a session lives twelve hours at most. To be removed after 0.3. */
export function isOf(surface: Surface, id: string): boolean {
  return id.startsWith(`${surface}.`) || !id.includes('.');
}
