import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "audit_filter" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "name" text NOT NULL, "filters" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "audit_filter_pkey" PRIMARY KEY ("id"))`,
  `CREATE UNIQUE INDEX "audit_filter_name_key" ON "audit_filter" ("name")`,
];

/** Saved filters of the audit page. */
export class AuditFilters1795482000000 implements MigrationInterface {
  name = 'AuditFilters1795482000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "audit_filter"');
  }
}
