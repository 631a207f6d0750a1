import { randomSecret } from '../../../platform/security/secrets.js';
import type { Administration } from '../../../platform/operations/operation.js';

/** The pages of the console, or the API. A session is for one of them, and the other does not take it (D320). */
export type Surface = Administration['surface'];

/** A new session id. It says what the session is for, since the sender can choose the name of the cookie. */
export function newSessionId(surface: Surface): string {
  return `${surface}.${randomSecret()}`;
}

/** An id of 0.2 does not say it and counts for both, for twelve hours at most. To be removed after 0.3. */
export function isFor(surface: Surface, id: string): boolean {
  return id.startsWith(`${surface}.`) || !id.includes('.');
}
