import type { IncomingHttpHeaders } from 'node:http';
import { DAY, MINUTE, SECOND } from '../../platform/security/clock.js';

const LEAST_MS = 5 * MINUTE;
const MOST_MS = DAY;

/** How long an answer is kept, in milliseconds: as its headers say, but five minutes at least and a day at most (RFC 9111 §5). */
export function keptForMs(headers: IncomingHttpHeaders, now: Date): number {
  return Math.min(MOST_MS, Math.max(LEAST_MS, saidMs(headers, now)));
}

function saidMs(
  { 'cache-control': control = '', age = '0', expires, date }: IncomingHttpHeaders,
  now: Date,
): number {
  if (/\bno-(store|cache)\b/i.test(control)) return 0;
  const seconds = /\bs-maxage="?(\d+)/i.exec(control)?.[1] ?? /\bmax-age="?(\d+)/i.exec(control)?.[1];
  const inCaches = Number(age) * SECOND || 0;
  if (seconds !== undefined) return Number(seconds) * SECOND - inCaches;
  const [ends, from] = [Date.parse(expires ?? ''), Date.parse(date ?? '')];
  return Number.isNaN(ends) ? 0 : ends - (Number.isNaN(from) ? now.getTime() : from) - inCaches;
}
