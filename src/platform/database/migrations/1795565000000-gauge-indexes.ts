import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What `/metrics` counts, so that it reads these rows alone. */
export class GaugeIndexes1795565000000 implements MigrationInterface {
  name = 'GaugeIndexes1795565000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "outbox_message_retrying_idx" ON "outbox_message" ("id")
      WHERE "next_at" IS NOT NULL AND "attempts" > 0 AND "channel" <> 'backchannel'`);
    await runner.query(
      `CREATE INDEX "webhook_failing_idx" ON "webhook" ("id") WHERE "is_enabled" AND "retry_at" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "webhook_failing_idx"`);
    await runner.query(`DROP INDEX "outbox_message_retrying_idx"`);
  }
}
