import type { Cut, Moment } from '../cutting-proxy.js';

/** What the server does beside a request, each second or so. */
const BACKGROUND =
  /^(UPDATE session s|UPDATE client_secret s|INSERT INTO node|INSERT INTO legacy_use) |"rest"/;
const BEGIN = 'START TRANSACTION';
const ENDS = ['COMMIT', 'ROLLBACK'];
const BOTH: readonly Moment[] = ['before', 'unanswered'];
const CHANGE = /\b(INSERT INTO|UPDATE|DELETE FROM) "?(?!sign_in_throttle|budget|account SET last_login)\w/;

/** Where to cut each request, so that every statement of every distinct transaction is cut at once in all. */
export class Cuts {
  private readonly known = new Set<string>();

  /**
   * @param seen the statements of a request. What comes after a change is cut whether it is known or not: there the
   *   answer is another one.
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
        // Lost before the next statement is sent: TypeORM tells that in its own way.
        if (text === BEGIN) cuts.push({ text, nth, moment: 'answered' });
      }
      isChanged ||= unit.some((text) => CHANGE.test(text));
    }
    return cuts;
  }
}

/** Transactions, and statements outside of them. */
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

/** Clean-up does the same with many tables. */
function withoutTable(text: string): string {
  return text
    .replace(/(DELETE FROM|SELECT \w+ FROM) \w+ WHERE \w+( IN)?/g, '$1')
    .replace(/SELECT \w+ FROM|\w+ < \$1/g, '');
}
