import { MINUTE } from '../../platform/security/clock.js';
import type { AuditSearch } from './audit-search.args.js';

/** Forgotten in a tab, it would keep its session open for ever. */
const LONGEST = 60 * MINUTE;

/** Whether the page renews itself: its first page, for an hour after somebody asked for it. */
export function isLive({ live, after }: Pick<AuditSearch, 'live' | 'after'>, at: Date): boolean {
  if (live === undefined || after !== undefined || !/^\d{1,15}$/.test(live)) return false;
  const elapsed = at.getTime() - Number(live);
  return elapsed >= 0 && elapsed < LONGEST;
}
