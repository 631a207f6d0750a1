import { Injectable } from '@nestjs/common';
import { OutboxWorker } from '../identity/notifications/outbox-worker.js';
import { WebhookLists } from '../oauth/webhooks/webhook-lists.js';
import { ThisNode } from '../platform/activity/this-node.js';
import { AuditPartitions } from '../platform/audit/audit-partitions.js';
import { PasswordHasher } from '../platform/security/password-hasher.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { Database } from '../platform/database/database.js';
import { VERSION } from '../platform/version.js';
import { emptiedTables } from '../platform/database/expiring-tables.js';

/** Reads the server's own statistics, which cost nothing: no table is counted. */
const ROWS = {
  name: 'gauge-rows',
  text: `SELECT name, sum(n_live_tup) AS rows
           FROM unnest($1::text[]) AS name
          CROSS JOIN LATERAL (SELECT name::regclass AS relid UNION SELECT relid FROM pg_partition_tree(name::regclass)) AS part
           JOIN pg_stat_user_tables USING (relid) GROUP BY name`,
};

/** Updates in the same place (HOT) wrote to no index. */
const GRANT_UPDATES = {
  name: 'gauge-grant-updates',
  text: `SELECT n_tup_hot_upd AS same, n_tup_upd - n_tup_hot_upd AS other
           FROM pg_stat_user_tables WHERE relid = 'token_grant'::regclass`,
};

/**
 * Gauges read at each scrape by Prometheus: the database's pool and rows of the tables that are emptied, the password queue,
 * outbox, webhooks, the audit's partitions.
 */
@Injectable()
export class Gauges {
  constructor(
    metrics: Metrics,
    database: Database,
    outbox: OutboxWorker,
    webhooks: WebhookLists,
    hasher: PasswordHasher,
    partitions: AuditPartitions,
    { name: node }: ThisNode,
  ) {
    metrics.gauge(
      'hearth_node_info',
      'Always 1, with the name of the node (NODE_NAME) and its version.',
      ['node', 'version'],
      (gauge) => gauge.set({ node, version: VERSION }, 1),
    );
    metrics.observe('hearth_db_pool_open', 'Open database connections.', () => database.poolUse.open);
    metrics.observe('hearth_db_pool_idle', 'Idle database connections.', () => database.poolUse.idle);
    metrics.observe(
      'hearth_db_pool_waiting',
      'Requests waiting for a database connection.',
      () => database.poolUse.waiting,
    );
    metrics.gauge(
      'hearth_grant_updates',
      'Updates of grants, nearly all by refreshes, since PostgreSQL counts; all nodes tell the same.',
      ['place'],
      async (gauge) => {
        const found = database.query<{ same: string; other: string }>(GRANT_UPDATES, []);
        const [updates] = await found.catch(() => []);
        for (const [place, count] of Object.entries(updates ?? {})) gauge.set({ place }, Number(count));
      },
    );
    const tables = emptiedTables(database.dataSource);
    metrics.gauge(
      'hearth_table_rows',
      'Rows of the tables that are emptied bit by bit, as the statistics of PostgreSQL have them.',
      ['table'],
      async (gauge) => {
        const read = await database.query<{ name: string; rows: string }>(ROWS, [tables]).catch(() => []);
        for (const { name, rows } of read) gauge.set({ table: name }, Number(rows));
      },
    );
    metrics.observe('hearth_password_queue', 'Passwords waiting to be hashed.', () => hasher.queued);
    metrics.ask(
      'hearth_outbox_retrying',
      'Messages to people that were refused or found no server, and are tried again; 1000: as many or more.',
      () => outbox.retrying(),
    );
    metrics.ask(
      'hearth_webhooks_failing',
      'Webhooks that are on, and whose receivers failed so often that they are asked by one delivery at a time; 1000: as many or more.',
      () => webhooks.failing(),
    );
    metrics.ask(
      'hearth_audit_partitions_missing',
      'Partitions of the audit, for this month and three ahead, that are not there.',
      async () => (await partitions.missing()).length,
    );
  }
}
