import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { OutboxWorker } from '../identity/notifications/outbox-worker.js';
import { WebhookLists } from '../oauth/webhooks/webhook-lists.js';
import { AuditPartitions } from '../platform/audit/audit-partitions.js';
import { PasswordHasher } from '../platform/security/password-hasher.js';
import { Budgets } from '../platform/throttle/budgets.js';
import { Metrics } from '../platform/telemetry/metrics.js';

/** Gauges read at each scrape by Prometheus: password queue, outbox, webhooks, the audit's partitions. */
@Injectable()
export class Gauges {
  constructor(
    private readonly metrics: Metrics,
    outbox: OutboxWorker,
    webhooks: WebhookLists,
    hasher: PasswordHasher,
    partitions: AuditPartitions,
    budgets: Budgets,
  ) {
    metrics.observe('hearth_password_queue', 'Passwords waiting to be hashed.', () => hasher.queued);
    this.ask(
      'hearth_outbox_retrying',
      'Messages to people that were refused or found no server, and are tried again; 1000: as many or more.',
      () => outbox.retrying(),
    );
    this.ask(
      'hearth_text_messages_spent',
      "How much of the server's budget of text messages is spent, from 0 to 1; it comes back evenly over a day (D368).",
      async () => {
        const { spent, size } = await budgets.textsSpent();
        return size === 0 ? 1 : spent / size;
      },
    );
    this.ask(
      'hearth_webhooks_failing',
      'Webhooks that are on, and whose receivers failed so often that they are asked by one delivery at a time; 1000: as many or more.',
      () => webhooks.failing(),
    );
    this.ask(
      'hearth_audit_partitions_missing',
      'Partitions of the audit, for this month and three ahead, that are not there.',
      async () => (await partitions.missing()).length,
    );
  }

  /** While the database is away a gauge keeps its last value. */
  private ask(name: string, help: string, read: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.metrics.registry],
      async collect() {
        const value = await read().catch(() => null);
        if (value !== null) this.set(value);
      },
    });
  }
}
