/** What pg_dump --inserts wrote, as any version of PostgreSQL and PGlite run it. */
export function loadable(dump: string): string {
  return dump
    .replaceAll(/^(--.*|\\.*|)\n/gm, '') // comments, and what only psql reads
    .replaceAll(/^(INSERT INTO \S+) VALUES/gm, '$1 OVERRIDING SYSTEM VALUE VALUES'); // from PostgreSQL 17 on, partitions number too
}
