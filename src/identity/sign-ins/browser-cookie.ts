import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import type { Visit } from '../../platform/operations/visit.js';

/**
 * Binds a flow that begins at /authorize to its browser (D58); it signs nobody in. Each cookie has a unique name, since
 * two tabs that a fresh browser opens at the same moment get one each (D72); later flows use the existing one.
 */
const NAME = 'hearth_browser_';
/** The prefix over HTTPS, so that no sibling of the same site plants a cookie. */
const PREFIX = '__Host-';
const SENT = /(?:^|;)\s*((?:__Host-)?hearth_browser_[\w-]{8})=([\w-]{43})(?=;|$)/g;

/** The mark of a flow that no browser has opened yet. */
export const UNOPENED = Buffer.alloc(0);

/** Whether a browser opens this page, rather than a server. */
export function isBrowser(visit: Visit): boolean {
  return visit.headers['sec-fetch-mode'] === 'navigate' || sent(visit).length > 0;
}

/**
 * Digests of the browser's cookies, the ones that nobody can have planted first; empty if it sent none. Cookies without
 * the prefix only count in 0.3: a flow may have begun on a node of 0.2.
 */
export function browserDigests(visit: Visit): Buffer[] {
  const all = sent(visit);
  return [...all.filter(isOwn(visit)), ...all.filter((cookie) => !isOwn(visit)(cookie))].map(([, value]) =>
    digestOf(value),
  );
}

/** Returns the digest of a cookie that nobody can have planted; sets one if there is none. */
export function ensureBrowser(visit: Visit): Buffer {
  const known = sent(visit).find(isOwn(visit));
  if (known) return digestOf(known[1]);
  const value = randomSecret();
  const name = `${NAME}${randomSecret().slice(0, 8)}`;
  if (visit.isEncrypted) visit.setCookie(`${PREFIX}${name}`, value);
  // Set beside the other only in 0.3: nodes of 0.2 know no other, and may continue the flow.
  visit.setCookie(name, value);
  return digestOf(value);
}

/** After signing out, no flow that was begun before can continue. */
export function forgetBrowser(visit: Visit): void {
  for (const [name] of sent(visit)) visit.clearCookie(name);
}

type Sent = readonly [name: string, value: string];

function sent(visit: Visit): Sent[] {
  return [...(visit.headers.cookie ?? '').matchAll(SENT)].map(([, name, value]) => [name, value]);
}

/** Whether nobody can have planted the cookie. Without HTTPS browsers refuse the prefix. */
function isOwn(visit: Visit): (cookie: Sent) => boolean {
  return ([name]) => name.startsWith(PREFIX) === visit.isEncrypted;
}
