import type { Request, Response } from 'express';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';

/**
 * Binds a flow that begins at /authorize to its browser (D58); it signs nobody in. Each cookie has a unique name, since
 * two tabs that a fresh browser opens at the same moment get one each (D72); later flows use the existing one.
 */
const NAME = 'hearth_browser_';
const SENT = /(?:^|;)\s*(hearth_browser_[\w-]{8})=([\w-]{43})(?=;|$)/g;
const OPTIONS = { path: '/', httpOnly: true, sameSite: 'lax' } as const;

/** The mark of a flow that no browser has opened yet. */
export const NO_BROWSER = Buffer.alloc(0);

/** Whether a browser that can be told from a server is opening this page. */
export function isBrowser(request: Request): boolean {
  return request.headers['sec-fetch-mode'] === 'navigate' || sent(request).length > 0;
}

/** Digests of the browser's cookies: none when it sent none. */
export function browserDigests(request: Request): Buffer[] {
  return sent(request).map(([, value]) => digestOf(value));
}

/** The digest of one of them; sets a cookie if there is none. */
export function ensureBrowser(request: Request, response: Response): Buffer {
  const [known] = browserDigests(request);
  if (known) return known;
  const value = randomSecret();
  const { isEncrypted } = exchangeOf(request).origin;
  response.cookie(`${NAME}${randomSecret().slice(0, 8)}`, value, { ...OPTIONS, secure: isEncrypted });
  return digestOf(value);
}

/** After signing out, no flow that was begun before can continue. */
export function forgetBrowser(request: Request, response: Response): void {
  for (const [name] of sent(request)) response.clearCookie(name, OPTIONS);
}

function sent(request: Request): [name: string, value: string][] {
  return [...(request.headers.cookie ?? '').matchAll(SENT)].map(([, name, value]) => [name, value]);
}
