import type { Cut, Moment } from '../cutting-proxy.js';

/** Background statements of the server, every second or so. */
const BACKGROUND =
  /^(WITH last AS MATERIALIZED|UPDATE session s |UPDATE client_secret s |INSERT INTO "?node\b|INSERT INTO legacy_use |INSERT INTO hourly_count |INSERT INTO active_accounts )|"rest"/;
const BEGIN = 'START TRANSACTION';
const ENDS = ['COMMIT', 'ROLLBACK'];
const BOTH: readonly Moment[] = ['before', 'unanswered'];
const CHANGE = /\b(INSERT INTO|UPDATE|DELETE FROM) "?(?!sign_in_throttle|budget|account SET last_login)\w/;

/** Chooses where to cut each request, so that together they cut every statement of every distinct transaction. */
export class Cuts {
  private readonly known = new Set<string>();

  /**
   * @param seen the statements of a request. Those after a change are cut even if they are known: the expected answer
   * is a different one there.
   */
  of(seen: readonly string[]): Cut[] {
    const cuts: Cut[] = [];
    const counts = new Map<string, number>();
    const inThis = new Set<string>();
    let isChanged = false;
    for (const unit of unitsOf(seen)) {
      const key = unit.map(withoutTable).join('\n');
      const isAgain = unit.length > 1 && inThis.has(key);
      const isCut = !isAgain && (isChanged || !this.known.has(key));
      this.known.add(key);
      inThis.add(key);
      for (const text of unit) {
        const nth = (counts.get(text) ?? 0) + 1;
        counts.set(text, nth);
        if (!isCut) continue;
        for (const moment of BOTH) cuts.push({ text, nth, moment });
        // Lost before the next statement is sent: TypeORM reports that differently.
        if (text === BEGIN) cuts.push({ text, nth, moment: 'answered' });
      }
      isChanged ||= unit.some((text) => CHANGE.test(text));
    }
    return cuts;
  }
}

/** Groups statements by transaction; those outside of one are groups of their own. */
function unitsOf(seen: readonly string[]): string[][] {
  const units: string[][] = [];
  let open: string[] | null = null;
  for (const text of seen) {
    if (BACKGROUND.test(text)) continue;
    if (text === BEGIN) units.push((open = [text]));
    else if (open === null) units.push([text]);
    else open.push(text);
    if (ENDS.includes(text)) open = null;
  }
  return units;
}

/** Clean-up runs the same statement for many tables. */
function withoutTable(text: string): string {
  return text
    .replace(/(DELETE FROM|SELECT \w+ FROM) \w+ WHERE \w+( IN)?/g, '$1')
    .replace(/SELECT \w+ FROM|\w+ < \$1/g, '');
}
