import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '../platform/database/database.js';
import { emptiedTables } from '../platform/database/expiring-tables.js';
import { Metrics } from '../platform/telemetry/metrics.js';

const GRANTS = 'token_grant';
/** The server's own statistics, which cost nothing: no table is counted. */
const ROWS = {
  name: 'gauge-rows',
  text: `SELECT name, sum(n_live_tup) AS rows, sum(n_tup_upd) AS updates, sum(n_tup_hot_upd) AS "inPlace"
           FROM unnest($1::text[]) AS name
          CROSS JOIN LATERAL (SELECT name::regclass AS relid UNION SELECT relid FROM pg_partition_tree(name::regclass)) AS part
           JOIN pg_stat_user_tables USING (relid) GROUP BY name`,
};

interface TableUse {
  readonly name: string;
  readonly rows: string;
  readonly updates: string;
  /** Updates that wrote to no index (HOT). */
  readonly inPlace: string;
}

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
    const updates = new Gauge({
      name: 'hearth_grant_updates',
      help: 'Updates of grants, nearly all by refreshes, since PostgreSQL counts; all nodes tell the same.',
      labelNames: ['place'],
      registers: [metrics.registry],
    });
    const tables = emptiedTables(database.dataSource);
    new Gauge({
      name: 'hearth_table_rows',
      help: 'Rows of the tables that are emptied bit by bit, as the statistics of PostgreSQL have them.',
      labelNames: ['table'],
      registers: [metrics.registry],
      async collect() {
        for (const { name, rows, updates: all, inPlace } of await database
          .query<TableUse & Record<string, unknown>>(ROWS, [tables])
          .catch(() => [])) {
          this.set({ table: name }, Number(rows));
          if (name !== GRANTS) continue;
          updates.set({ place: 'same' }, Number(inPlace));
          updates.set({ place: 'other' }, Number(all) - Number(inPlace));
        }
      },
    });
  }
}
