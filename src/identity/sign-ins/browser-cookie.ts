import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import type { Visit } from '../../platform/operations/visit.js';

/**
 * Binds a flow that begins at /authorize to its browser (D58); it signs nobody in. Each cookie has a unique name, since
 * two tabs that a fresh browser opens at the same moment get one each (D72); later flows use the existing one.
 */
const NAME = 'hearth_browser_';
/** Over HTTPS, so that no sibling of the same site plants one. */
const PREFIX = '__Host-';
const SENT = /(?:^|;)\s*((?:__Host-)?hearth_browser_[\w-]{8})=([\w-]{43})(?=;|$)/g;

/** The mark of a flow that no browser has opened yet. */
export const NO_BROWSER = Buffer.alloc(0);

/** Whether a browser that can be told from a server is opening this page. */
export function isBrowser(visit: Visit): boolean {
  return visit.headers['sec-fetch-mode'] === 'navigate' || sent(visit).length > 0;
}

/**
 * Digests of the browser's cookies, those that nobody can have planted first: none when it sent none. Those without the
 * prefix count in 0.3 alone: a flow may have begun on a node of 0.2.
 */
export function browserDigests(visit: Visit): Buffer[] {
  const all = sent(visit);
  return [...all.filter(isOwn(visit)), ...all.filter((cookie) => !isOwn(visit)(cookie))].map(([, value]) =>
    digestOf(value),
  );
}

/** The digest of one of them that nobody can have planted; sets a cookie if there is none. */
export function ensureBrowser(visit: Visit): Buffer {
  const known = sent(visit).find(isOwn(visit));
  if (known) return digestOf(known[1]);
  const value = randomSecret();
  const name = `${NAME}${randomSecret().slice(0, 8)}`;
  if (visit.isEncrypted) visit.setCookie(`${PREFIX}${name}`, value);
  // Beside the other in 0.3 alone: nodes of 0.2 know no other, and may go on with the flow.
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

/** Without HTTPS no browser takes one with the prefix. */
function isOwn(visit: Visit): (cookie: Sent) => boolean {
  return ([name]) => name.startsWith(PREFIX) === visit.isEncrypted;
}
