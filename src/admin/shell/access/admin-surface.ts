import { randomSecret } from '../../../platform/security/secrets.js';
import type { Administration } from '../../../platform/operations/operation.js';

/** The pages of the console, or the API. A session is for one of them; the other refuses it (D320). */
export type Surface = Administration['surface'];

/** Returns a new session id. It names the surface, because the sender can choose the name of the cookie. */
export function newSessionId(surface: Surface): string {
  return `${surface}.${randomSecret()}`;
}

/** Ids of 0.2 name no surface, and count for both for twelve hours at most. To be removed after 0.3. */
export function isFor(surface: Surface, id: string): boolean {
  return id.startsWith(`${surface}.`) || !id.includes('.');
}
