import { Injectable } from '@nestjs/common';
import { OutboxMessage } from '../identity/notifications/outbox-message.entity.js';
import { IsNull, MoreThan, Not, Repository } from 'typeorm';
import { InjectRepository } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { AuditPartitions } from '../platform/audit/audit-partitions.js';
import { Database } from '../platform/database/database.js';
import { PasswordHasher } from '../platform/security/password-hasher.js';
import { Metrics } from '../platform/telemetry/metrics.js';

const TABLES = [
  'token_grant',
  'ended_token',
  'mac_nonce',
  'session',
  'sign_in_throttle',
  'authorization_context',
  'device_authorization',
  'pushed_request',
  'web_state',
  'subject_event',
  'webhook_delivery',
  'budget',
  'audit_event',
] as const;
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

const FAILING_WEBHOOKS = {
  name: 'gauge-webhooks-failing',
  text: 'SELECT count(*)::int AS count FROM webhook WHERE is_enabled AND retry_at IS NOT NULL',
};

/** Gauges read at each scrape by Prometheus: pool, password queue, outbox, rows of the expiring tables, the audit's partitions. */
@Injectable()
export class Gauges {
  constructor(
    metrics: Metrics,
    database: Database,
    @InjectRepository(OutboxMessage) messages: Repository<OutboxMessage>,
    hasher: PasswordHasher,
    partitions: AuditPartitions,
  ) {
    metrics.observe('hearth_db_pool_open', 'Open database connections.', () => database.poolUse.open);
    metrics.observe('hearth_db_pool_idle', 'Idle database connections.', () => database.poolUse.idle);
    metrics.observe(
      'hearth_db_pool_waiting',
      'Requests waiting for a database connection.',
      () => database.poolUse.waiting,
    );
    metrics.observe('hearth_password_queue', 'Passwords waiting to be hashed.', () => hasher.queued);
    new Gauge({
      name: 'hearth_outbox_retrying',
      help: 'Messages to people that were refused or found no server, and are tried again.',
      registers: [metrics.registry],
      async collect() {
        // Other people's servers that take no logout tokens are no trouble of the operator's.
        const retrying = {
          nextAt: Not(IsNull()),
          attempts: MoreThan(0),
          channel: Not('backchannel' as const),
        };
        const count = await messages.countBy(retrying).catch(() => null);
        if (count !== null) this.set(count);
      },
    });
    new Gauge({
      name: 'hearth_webhooks_failing',
      help: 'Webhooks that are on, and whose receivers failed so often that they are asked by one delivery at a time.',
      registers: [metrics.registry],
      async collect() {
        const [failing] = await database.query<{ count: number }>(FAILING_WEBHOOKS, []).catch(() => []);
        if (failing) this.set(failing.count);
      },
    });
    new Gauge({
      name: 'hearth_audit_partitions_missing',
      help: 'Partitions of the audit, for this month and three ahead, that are not there.',
      registers: [metrics.registry],
      async collect() {
        const missing = await partitions.missing().catch(() => null);
        if (missing !== null) this.set(missing.length);
      },
    });
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
    new Gauge({
      name: 'hearth_table_rows',
      help: 'Rows of the tables that are cleaned, as the statistics of PostgreSQL have them.',
      labelNames: ['table'],
      registers: [metrics.registry],
      async collect() {
        const tables = await database.query<{ name: string; rows: string }>(ROWS, [TABLES]).catch(() => []);
        for (const { name, rows } of tables) this.set({ table: name }, Number(rows));
      },
    });
  }
}
