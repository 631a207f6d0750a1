import type { IncomingHttpHeaders } from 'node:http';
import { DAY, SECOND } from './clock.js';

/** The longest wait: a receiver that asks for more is retried once a day. */
const LONGEST_MS = DAY;

/**
 * Returns how long a receiver asks to wait, in milliseconds (RFC 9110 §10.2.3); 0: not at all. A date is compared with the
 * receiver's own, if it sends one.
 */
export function retryAfterMs({ 'retry-after': asked, date }: IncomingHttpHeaders): number {
  if (asked === undefined) return 0;
  const sentAt = Date.parse(date ?? '');
  const wait = /^\d+$/.test(asked)
    ? Number(asked) * SECOND
    : Date.parse(asked) - (Number.isNaN(sentAt) ? Date.now() : sentAt);
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_MS);
}
