import type { Request, Response } from 'express';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';

/**
 * Binds a flow that begins at /authorize to its browser (D58); it signs nobody in. Each cookie has a unique name, since
 * two tabs that a fresh browser opens at the same moment get one each (D72); later flows use the existing one.
 */
const NAME = 'hearth_browser_';
/** Over HTTPS, so that no sibling of the same site plants one. */
const PREFIX = '__Host-';
const SENT = /(?:^|;)\s*((?:__Host-)?hearth_browser_[\w-]{8})=([\w-]{43})(?=;|$)/g;
const OPTIONS = { path: '/', httpOnly: true, sameSite: 'lax' } as const;

/** The mark of a flow that no browser has opened yet. */
export const NO_BROWSER = Buffer.alloc(0);

/** Whether a browser that can be told from a server is opening this page. */
export function isBrowser(request: Request): boolean {
  return request.headers['sec-fetch-mode'] === 'navigate' || sent(request).length > 0;
}

/**
 * Digests of the browser's cookies, those that nobody can have planted first: none when it sent none. Those without the
 * prefix count in 0.3 alone: a flow may have begun on a node of 0.2.
 */
export function browserDigests(request: Request): Buffer[] {
  const all = sent(request);
  return [...all.filter(isOwn(request)), ...all.filter((cookie) => !isOwn(request)(cookie))].map(
    ([, value]) => digestOf(value),
  );
}

/** The digest of one of them that nobody can have planted; sets a cookie if there is none. */
export function ensureBrowser(request: Request, response: Response): Buffer {
  const known = sent(request).find(isOwn(request));
  if (known) return digestOf(known[1]);
  const value = randomSecret();
  const { isEncrypted: secure } = exchangeOf(request).origin;
  const name = `${NAME}${randomSecret().slice(0, 8)}`;
  if (secure) response.cookie(`${PREFIX}${name}`, value, { ...OPTIONS, secure });
  // Beside the other in 0.3 alone: nodes of 0.2 know no other, and may go on with the flow.
  response.cookie(name, value, { ...OPTIONS, secure });
  return digestOf(value);
}

/** After signing out, no flow that was begun before can continue. */
export function forgetBrowser(request: Request, response: Response): void {
  const { isEncrypted: secure } = exchangeOf(request).origin;
  for (const [name] of sent(request)) response.clearCookie(name, { ...OPTIONS, secure });
}

type Sent = readonly [name: string, value: string];

function sent(request: Request): Sent[] {
  return [...(request.headers.cookie ?? '').matchAll(SENT)].map(([, name, value]) => [name, value]);
}

/** Without HTTPS no browser takes one with the prefix. */
function isOwn(request: Request): (cookie: Sent) => boolean {
  const { isEncrypted } = exchangeOf(request).origin;
  return ([name]) => name.startsWith(PREFIX) === isEncrypted;
}
