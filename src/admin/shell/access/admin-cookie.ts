import type { Surface } from './admin-surface.js';
import type { Visit } from '../../../platform/operations/visit.js';

/**
 * `__Host-` limits the cookie to this host and to TLS. Browsers refuse it without TLS, so a trial server without TLS uses
 * the plain name.
 */
const SECURE_PREFIX = '__Host-';
const SESSIONS = { console: 'hearth-admin', api: 'hearth-admin-api' } as const satisfies Record<
  Surface,
  string
>;
/** The cookie of a sign-in that waits for its second step. */
const STEP = 'hearth-admin-step';
const OPTIONS = { sameSite: 'strict' } as const;

/** Returns the session id that the browser sent for this surface, or null. */
export function adminCookieOf(visit: Visit, surface: Surface): string | null {
  const id = sent(visit, SESSIONS[surface]);
  // Programs that were written for 0.2 send the console's name. To be removed after 0.3.
  return id === null && surface === 'api' ? sent(visit, SESSIONS.console) : id;
}

export function setAdminCookie(visit: Visit, surface: Surface, id: string): void {
  set(visit, SESSIONS[surface], id);
}

export function clearAdminCookie(visit: Visit, surface: Surface): void {
  clear(visit, SESSIONS[surface]);
}

/** Returns the id of a sign-in that waits for its second step, or null. */
export function stepCookieOf(visit: Visit): string | null {
  return sent(visit, STEP);
}

export function setStepCookie(visit: Visit, id: string): void {
  set(visit, STEP, id);
}

export function clearStepCookie(visit: Visit): void {
  clear(visit, STEP);
}

function sent(visit: Visit, cookie: string): string | null {
  return visit.cookie(nameFor(cookie, visit.isEncrypted));
}

function set(visit: Visit, cookie: string, id: string): void {
  visit.setCookie(nameFor(cookie, visit.isEncrypted), id, OPTIONS);
}

function clear(visit: Visit, cookie: string): void {
  visit.clearCookie(nameFor(cookie, visit.isEncrypted), OPTIONS);
}

function nameFor(cookie: string, isEncrypted: boolean): string {
  return isEncrypted ? `${SECURE_PREFIX}${cookie}` : cookie;
}
