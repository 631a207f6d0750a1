import { Injectable } from '@nestjs/common';
import { OutboxWorker } from '../identity/notifications/outbox-worker.js';
import { WebhookLists } from '../oauth/webhooks/webhook-lists.js';
import { AuditPartitions } from '../platform/audit/audit-partitions.js';
import { PasswordHasher } from '../platform/security/password-hasher.js';
import { Metrics } from '../platform/telemetry/metrics.js';

/** Gauges read at each scrape by Prometheus: password queue, outbox, webhooks, the audit's partitions. */
@Injectable()
export class Gauges {
  constructor(
    metrics: Metrics,
    outbox: OutboxWorker,
    webhooks: WebhookLists,
    hasher: PasswordHasher,
    partitions: AuditPartitions,
  ) {
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
