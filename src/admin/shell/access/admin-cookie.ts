import type { Request, Response } from 'express';
import { exchangeOf } from '../../../platform/operations/exchange.js';

/**
 * `__Host-` limits the cookie to this host and to TLS. Browsers refuse it without TLS, so a trial server without TLS
 * uses another name.
 */
const SECURE_PREFIX = '__Host-';
const SESSION = 'hearth-admin';
/** The cookie of a sign-in between its password and its second step. */
const STEP = 'hearth-admin-step';
const OPTIONS = { path: '/', httpOnly: true, sameSite: 'strict' } as const;

/** The session id that the browser sent, or null. */
export function adminCookieOf(request: Request): string | null {
  return sent(request, SESSION);
}

export function setAdminCookie(request: Request, response: Response, id: string): void {
  set(request, response, SESSION, id);
}

export function clearAdminCookie(request: Request, response: Response): void {
  clear(request, response, SESSION);
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
