import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "node" ("name" text NOT NULL, "version" text NOT NULL, "started_at" TIMESTAMP WITH TIME ZONE NOT NULL, "seen_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "node_pkey" PRIMARY KEY ("name"))`,
  `CREATE INDEX "node_seen_at_idx" ON "node" ("seen_at")`,
  `CREATE INDEX "outbox_message_waiting_idx" ON "outbox_message" ("id") WHERE "next_at" IS NOT NULL`,
  `CREATE INDEX "outbox_message_failed_idx" ON "outbox_message" ("id") WHERE "sent_at" IS NULL AND "next_at" IS NULL AND "last_error" IS NOT NULL`,
  `CREATE INDEX "outbox_message_handover_idx" ON "outbox_message" ("id") WHERE "sent_at" IS NULL AND "next_at" IS NULL AND "last_error" IS NULL`,
  `CREATE INDEX "outbox_message_sent_at_idx" ON "outbox_message" ("sent_at", "id") WHERE "sent_at" IS NOT NULL`,
];

export class NodesAndOutbox1795285000000 implements MigrationInterface {
  name = 'NodesAndOutbox1795285000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['sent_at', 'handover', 'failed', 'waiting'])
      await runner.query(`DROP INDEX "outbox_message_${index}_idx"`);
    await runner.query(`DROP TABLE "node"`);
  }
}
