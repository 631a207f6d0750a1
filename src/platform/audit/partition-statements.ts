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

/**
 * What there is no partition for: of each class ($1) the months from that of the day before ($2 is now), should the clock
 * be set back, to three ahead. Months are those of UTC.
 */
export const MISSING = {
  name: 'audit-partitions-missing',
  text: `WITH leaf AS (${LEAVES})
    SELECT class, to_char(month, 'YYYY-MM') AS month, to_char(month + interval '1 month', 'YYYY-MM') AS next,
           month <= $2::timestamptz AT TIME ZONE 'UTC' AS "isDue"
      FROM unnest($1::text[]) AS class,
           generate_series(date_trunc('month', $2::timestamptz AT TIME ZONE 'UTC' - interval '1 day'),
                           date_trunc('month', $2::timestamptz AT TIME ZONE 'UTC') + interval '${MONTHS_AHEAD} months',
                           interval '1 month') AS month
     WHERE NOT EXISTS (SELECT FROM leaf WHERE parent = 'audit_event_' || class AND NOT "isPending"
                          AND since <= month AT TIME ZONE 'UTC' AND until > month AT TIME ZONE 'UTC')
     ORDER BY month, class`,
};

/** Attaching takes a lock that no reader or writer minds, where CREATE TABLE … PARTITION OF would stop them all. */
export function attachMonth({ class: kept, month, next }: Month): string[] {
  const name = `audit_event_${kept}_${month.replace('-', '_')}`;
  const bounds = `FROM ('${month}-01 00:00:00+00') TO ('${next}-01 00:00:00+00')`;
  return [
    `CREATE TABLE ${name} (LIKE audit_event_${kept})`,
    `ALTER TABLE audit_event_${kept} ATTACH PARTITION ${name} FOR VALUES ${bounds}`,
  ];
}

/** A bound as the catalogue writes it, in the time zone of the session; there may be none. */
function bound(which: 'FROM' | 'TO', unbound: string): string {
  const written = `regexp_match(pg_get_expr(leaf.relpartbound, leaf.oid), '${which} \\(''([^'']+)')`;
  return `coalesce((${written})[1]::timestamptz, '${unbound}')`;
}
