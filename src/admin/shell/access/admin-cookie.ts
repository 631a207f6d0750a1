import type { Request, Response } from 'express';
import { exchangeOf } from '../../../platform/operations/exchange.js';
import type { Surface } from './admin-surface.js';

/**
 * `__Host-` limits the cookie to this host and to TLS. Browsers refuse it without TLS, so a trial server without TLS
 * uses another name.
 */
const SECURE_PREFIX = '__Host-';
const SESSIONS = { console: 'hearth-admin', api: 'hearth-admin-api' } as const satisfies Record<
  Surface,
  string
>;
/** The cookie of a sign-in between its password and its second step. */
const STEP = 'hearth-admin-step';
const OPTIONS = { path: '/', httpOnly: true, sameSite: 'strict' } as const;

/** The id of a session that was sent for this surface, or null. */
export function adminCookieOf(request: Request, surface: Surface): string | null {
  const id = sent(request, SESSIONS[surface]);
  // Programs that were written for 0.2 send the console's name. To be removed after 0.3.
  return id === null && surface === 'api' ? sent(request, SESSIONS.console) : id;
}

export function setAdminCookie(request: Request, response: Response, surface: Surface, id: string): void {
  set(request, response, SESSIONS[surface], id);
}

export function clearAdminCookie(request: Request, response: Response, surface: Surface): void {
  clear(request, response, SESSIONS[surface]);
}

/** The id of a sign-in that waits for its second step, or null. */
export function stepCookieOf(request: Request): string | null {
  return sent(request, STEP);
}

export function setStepCookie(request: Request, response: Response, id: string): void {
  set(request, response, STEP, id);
}

export function clearStepCookie(request: Request, response: Response): void {
  clear(request, response, STEP);
}

function sent(request: Request, cookie: string): string | null {
  const name = nameFor(cookie, exchangeOf(request).origin.isEncrypted);
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

function set(request: Request, response: Response, cookie: string, id: string): void {
  const { isEncrypted } = exchangeOf(request).origin;
  response.cookie(nameFor(cookie, isEncrypted), id, { ...OPTIONS, secure: isEncrypted });
}

function clear(request: Request, response: Response, cookie: string): void {
  const { isEncrypted } = exchangeOf(request).origin;
  response.clearCookie(nameFor(cookie, isEncrypted), { ...OPTIONS, secure: isEncrypted });
}

function nameFor(cookie: string, isEncrypted: boolean): string {
  return isEncrypted ? `${SECURE_PREFIX}${cookie}` : cookie;
}
