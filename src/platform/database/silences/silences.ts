import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';

/** Nodes beat every 15 s; one beat may be late. */
const SILENT = `interval '25 seconds'`;

const BEAT = {
  name: 'heartbeat',
  isRepeatable: true,
  text: `WITH last AS MATERIALIZED (
           SELECT at FROM heartbeat FOR UPDATE
         ), silence AS (
           INSERT INTO silence (began_at, ended_at)
           SELECT at, clock_timestamp() FROM last WHERE at < clock_timestamp() - ${SILENT} ON CONFLICT DO NOTHING
         )
         INSERT INTO heartbeat (id, at) SELECT 1, clock_timestamp() FROM (SELECT count(*) FROM last) AS after_it
         ON CONFLICT (id) DO UPDATE SET at = greatest(heartbeat.at, excluded.at)`,
};

/** SQL: whether there was a silence lately; evaluated once for a whole statement. */
export const WAS_SILENT = `(EXISTS (SELECT FROM silence)
  OR EXISTS (SELECT FROM heartbeat WHERE at < clock_timestamp() - ${SILENT}))`;

/**
 * How long the database was silent between two moments, the silence that may just be ending included; an `interval`.
 * @param since SQL, a `timestamptz`
 * @param until SQL, a `timestamptz`
 */
export function silentBetween(since: string, until: string): string {
  return `(SELECT coalesce(sum(least(ended_at, ${until}) - greatest(began_at, ${since})), interval '0') FROM (
             SELECT began_at, ended_at FROM silence
             UNION ALL
             SELECT at, clock_timestamp() FROM heartbeat WHERE at < clock_timestamp() - ${SILENT}
           ) AS silent WHERE ended_at > ${since} AND began_at < ${until})`;
}

/** Records when no node reached the database: in that time, no client could have retried (D49). */
@Injectable()
export class Silences {
  constructor(private readonly database: Database) {}

  /** Every 15 seconds by every node. @throws CallError unavailable */
  async beat(): Promise<void> {
    await this.database.query(BEAT, []);
  }
}
