import type { Request, Response } from 'express';
import { exchangeOf } from '../../../platform/operations/exchange.js';

/**
 * `__Host-` limits the cookie to this host and to TLS. Browsers refuse it without TLS, so a trial server without TLS
 * uses another name.
 */
const SECURE_NAME = '__Host-hearth-admin';
const PLAIN_NAME = 'hearth-admin';
const OPTIONS = { path: '/', httpOnly: true, sameSite: 'strict' } as const;

/** The session id that the browser sent, or null. */
export function adminCookieOf(request: Request): string | null {
  const { isEncrypted } = exchangeOf(request).origin;
  const name = nameFor(isEncrypted);
  const sent = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return sent.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

export function setAdminCookie(request: Request, response: Response, id: string): void {
  const { isEncrypted } = exchangeOf(request).origin;
  response.cookie(nameFor(isEncrypted), id, { ...OPTIONS, secure: isEncrypted });
}

export function clearAdminCookie(request: Request, response: Response): void {
  const { isEncrypted } = exchangeOf(request).origin;
  response.clearCookie(nameFor(isEncrypted), { ...OPTIONS, secure: isEncrypted });
}

function nameFor(isEncrypted: boolean): string {
  return isEncrypted ? SECURE_NAME : PLAIN_NAME;
}
