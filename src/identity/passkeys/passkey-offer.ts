import type { Visit } from '../../platform/operations/visit.js';
import { DAY } from '../../platform/security/clock.js';

const LATER_COOKIE = 'hearth_passkey_later';
const LATER_MS = 90 * DAY;

/** Whether this browser was told "not now" when it was offered a passkey. */
export function isPasskeyPutOff(visit: Visit): boolean {
  return visit.cookie(LATER_COOKIE) !== null;
}

/** "Not now": this browser is not asked for three months. */
export function putPasskeyOff(visit: Visit): void {
  visit.setCookie(LATER_COOKIE, '1', { keptMs: LATER_MS });
}

/** The page that adds a passkey, and then leads on to a page of the account. */
export function newPasskeyPath(next: string): string {
  return `/account/passkeys/new?next=${encodeURIComponent(next)}`;
}
