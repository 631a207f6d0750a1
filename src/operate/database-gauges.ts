import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '../platform/database/database.js';
import { emptiedTables } from '../platform/database/expiring-tables.js';
import { Metrics } from '../platform/telemetry/metrics.js';

/** The server's own statistics, which cost nothing: no table is counted. */
const ROWS = {
  name: 'gauge-rows',
  text: `SELECT name, sum(n_live_tup) AS rows
           FROM unnest($1::text[]) AS name
          CROSS JOIN LATERAL (SELECT name::regclass AS relid UNION SELECT relid FROM pg_partition_tree(name::regclass)) AS part
           JOIN pg_stat_user_tables USING (relid) GROUP BY name`,
};

/** Those in place wrote to no index (HOT). */
const GRANT_UPDATES = {
  name: 'gauge-grant-updates',
  text: `SELECT n_tup_hot_upd AS same, n_tup_upd - n_tup_hot_upd AS other
           FROM pg_stat_user_tables WHERE relid = 'token_grant'::regclass`,
};

/** Gauges read at each scrape by Prometheus: the pool, and the rows of the tables that are emptied. */
@Injectable()
export class DatabaseGauges {
  constructor(metrics: Metrics, database: Database) {
    metrics.observe('hearth_db_pool_open', 'Open database connections.', () => database.poolUse.open);
    metrics.observe('hearth_db_pool_idle', 'Idle database connections.', () => database.poolUse.idle);
    metrics.observe(
      'hearth_db_pool_waiting',
      'Requests waiting for a database connection.',
      () => database.poolUse.waiting,
    );
    new Gauge({
      name: 'hearth_grant_updates',
      help: 'Updates of grants, nearly all by refreshes, since PostgreSQL counts; all nodes tell the same.',
      labelNames: ['place'],
      registers: [metrics.registry],
      async collect() {
        const [updates] = await database
          .query<{ same: string; other: string }>(GRANT_UPDATES, [])
          .catch(() => []);
        for (const [place, count] of Object.entries(updates ?? {})) this.set({ place }, Number(count));
      },
    });
    const tables = emptiedTables(database.dataSource);
    new Gauge({
      name: 'hearth_table_rows',
      help: 'Rows of the tables that are emptied bit by bit, as the statistics of PostgreSQL have them.',
      labelNames: ['table'],
      registers: [metrics.registry],
      async collect() {
        const read = await database.query<{ name: string; rows: string }>(ROWS, [tables]).catch(() => []);
        for (const { name, rows } of read) this.set({ table: name }, Number(rows));
      },
    });
  }
}
