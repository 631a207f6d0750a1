import { ForwardMigration } from './forward-migration.js';

/** Indexes for what `/metrics` counts, so that it only reads these rows. */
export class GaugeIndexes1795565000000 extends ForwardMigration {
  readonly name = 'GaugeIndexes1795565000000';
  override readonly statements = [
    `CREATE INDEX "outbox_message_retrying_idx" ON "outbox_message" ("id")
      WHERE "next_at" IS NOT NULL AND "attempts" > 0 AND "channel" <> 'backchannel'`,
    `CREATE INDEX "webhook_failing_idx" ON "webhook" ("id") WHERE "is_enabled" AND "retry_at" IS NOT NULL`,
  ];
}
