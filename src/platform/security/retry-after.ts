import type { IncomingHttpHeaders } from 'node:http';
import { DAY, SECOND } from './clock.js';

/** Whoever asks for more is asked once a day. */
const LONGEST_MS = DAY;

/**
 * How long a receiver asks to be left alone, in milliseconds (RFC 9110 §10.2.3); 0: it does not ask. A time is compared with
 * the receiver's own, if it sends that.
 */
export function retryAfterMs({ 'retry-after': asked, date }: IncomingHttpHeaders): number {
  if (asked === undefined) return 0;
  const sentAt = Date.parse(date ?? '');
  const wait = /^\d+$/.test(asked)
    ? Number(asked) * SECOND
    : Date.parse(asked) - (Number.isNaN(sentAt) ? Date.now() : sentAt);
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_MS);
}
