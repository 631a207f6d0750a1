import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `DROP INDEX "audit_event_at_idx"`,
  `CREATE INDEX "audit_event_at_idx" ON "audit_event" ("at", "id")`,
  `CREATE INDEX "audit_event_action_idx" ON "audit_event" ("action", "at", "id")`,
  `CREATE INDEX "audit_event_account_idx" ON "audit_event" ("account_id", "at", "id") WHERE "account_id" IS NOT NULL`,
  `CREATE INDEX "audit_event_client_idx" ON "audit_event" ("client_id", "at", "id") WHERE "client_id" IS NOT NULL`,
  `CREATE INDEX "audit_event_target_idx" ON "audit_event" ("target", "at", "id") WHERE "target" IS NOT NULL`,
  `CREATE INDEX "audit_event_refused_idx" ON "audit_event" ("at", "id") WHERE "outcome" = 'refused'`,
];

const DOWN = [
  `DROP INDEX "audit_event_refused_idx"`,
  `DROP INDEX "audit_event_target_idx"`,
  `DROP INDEX "audit_event_client_idx"`,
  `DROP INDEX "audit_event_account_idx"`,
  `DROP INDEX "audit_event_action_idx"`,
  `DROP INDEX "audit_event_at_idx"`,
  `CREATE INDEX "audit_event_at_idx" ON "audit_event" ("at")`,
];

export class AuditFilters1795270000000 implements MigrationInterface {
  name = 'AuditFilters1795270000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
