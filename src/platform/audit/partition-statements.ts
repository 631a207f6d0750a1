import { AUDIT_CLASSES } from '../config/audit-retention.js';
import { DAY } from '../security/clock.js';

const MONTHS_AHEAD = 3;

/** A month of a class, as `YYYY-MM`. */
export interface Month {
  readonly class: string;
  readonly month: string;
  /** The month after it. */
  readonly next: string;
  /** It has begun. */
  readonly isDue: boolean;
}

/** The partitions that hold events: of each class, by time. */
export const LEAVES = `
  SELECT of_class.relname AS parent, leaf.relname AS name, link.inhdetachpending AS "isPending",
         ${bound('FROM', '-infinity')} AS since, ${bound('TO', 'infinity')} AS until
    FROM pg_inherits top
    JOIN pg_class of_class ON of_class.oid = top.inhrelid
    JOIN pg_inherits link ON link.inhparent = of_class.oid
    JOIN pg_class leaf ON leaf.oid = link.inhrelid
   WHERE top.inhparent = 'audit_event'::regclass`;

/** The months for which each class needs a partition: from yesterday's, in case the clock is set back, to three ahead. */
export function neededMonths(now: Date): Month[] {
  const [first, current] = [monthOf(new Date(now.getTime() - DAY)), monthOf(now)];
  const numbers = Array.from({ length: current + MONTHS_AHEAD - first + 1 }, (_, i) => first + i);
  return numbers.flatMap((number) =>
    [...AUDIT_CLASSES].sort().map((kept) => {
      return { class: kept, month: written(number), next: written(number + 1), isDue: number <= current };
    }),
  );
}

/** The partitions of the classes ($1: their tables), by name: reading all bounds took a quarter of an embedded start. */
export const ATTACHED = {
  name: 'audit-partitions-attached',
  text: `SELECT inhrelid::regclass::text AS name FROM pg_inherits
          WHERE inhparent = ANY($1::text[]::regclass[]) AND NOT inhdetachpending`,
};

/** Finds months ($1: names of their tables, $2: classes, $3: starts) that a partition with another name covers. */
export const COVERED = {
  name: 'audit-partitions-covered',
  text: `WITH leaf AS (${LEAVES})
    SELECT needed.name FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS needed (name, class, month)
     WHERE EXISTS (SELECT FROM leaf WHERE parent = 'audit_event_' || class AND NOT "isPending"
                      AND since <= month AND until > month)`,
};

/** When it begins, as PostgreSQL reads it. */
export const startOf = (month: string): string => `${month}-01 00:00:00+00`;

export const tableOfClass = (kept: string): string => `audit_event_${kept}`;

export function tableOf({ class: kept, month }: Month): string {
  return `${tableOfClass(kept)}_${month.replace('-', '_')}`;
}

/** ATTACH takes a lock that blocks no reader or writer; CREATE TABLE … PARTITION OF would block them all. */
export function attachMonth(of: Month): string[] {
  const { class: kept, month, next } = of;
  const name = tableOf(of);
  const bounds = `FROM ('${startOf(month)}') TO ('${startOf(next)}')`;
  return [
    `CREATE TABLE ${name} (LIKE ${tableOfClass(kept)})`,
    `ALTER TABLE ${tableOfClass(kept)} ATTACH PARTITION ${name} FOR VALUES ${bounds}`,
  ];
}

/** Months since the year 0, of UTC. */
function monthOf(at: Date): number {
  return at.getUTCFullYear() * 12 + at.getUTCMonth();
}

function written(month: number): string {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
}

/** SQL for a bound, as the system catalogue writes it: in the time zone of the session. A bound may be missing. */
function bound(which: 'FROM' | 'TO', unbound: string): string {
  const written = `regexp_match(pg_get_expr(leaf.relpartbound, leaf.oid), '${which} \\(''([^'']+)')`;
  return `coalesce((${written})[1]::timestamptz, '${unbound}')`;
}
