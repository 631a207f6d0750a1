import { Injectable } from '@nestjs/common';
import { OutboxMessage } from '../identity/notifications/outbox-message.entity.js';
import { IsNull, MoreThan, Not, Repository } from 'typeorm';
import { InjectRepository } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { Database } from '../platform/database/database.js';
import { PasswordHasher } from '../platform/security/password-hasher.js';
import { Metrics } from '../platform/telemetry/metrics.js';

const TABLES = [
  'token_grant',
  'access_token',
  'refresh_token',
  'mac_nonce',
  'session',
  'sign_in_throttle',
  'authorization_context',
  'web_state',
  'budget',
  'audit_event',
] as const;
/** The server's own statistics, which cost nothing: no table is counted. */
const ROWS = {
  name: 'gauge-rows',
  text: `SELECT relname AS name, n_live_tup AS rows FROM pg_stat_user_tables WHERE relname = ANY($1)`,
};

/** Gauges read at each scrape by Prometheus: pool, password queue, outbox, rows of the expiring tables. */
@Injectable()
export class Gauges {
  constructor(
    metrics: Metrics,
    database: Database,
    @InjectRepository(OutboxMessage) messages: Repository<OutboxMessage>,
    hasher: PasswordHasher,
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
      name: 'hearth_table_rows',
      help: 'Rows of the tables that are cleaned, as the statistics of PostgreSQL have them.',
      labelNames: ['table'],
      registers: [metrics.registry],
      async collect() {
        const rows = await database.query<{ name: string; rows: string }>(ROWS, [TABLES]).catch(() => []);
        for (const { name, rows: count } of rows) this.set({ table: name }, Number(count));
      },
    });
  }
}
