import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "account" ADD "role" text`,
  `UPDATE "account" SET "role" = 'administrator' WHERE "is_administrator"`,
  `ALTER TABLE "account" DROP COLUMN "is_administrator"`,
  `ALTER TABLE "account" ADD CONSTRAINT "account_role_check" CHECK ("role" IN ('administrator', 'support'))`,
  `CREATE INDEX "account_role_idx" ON "account" ("role") WHERE "role" IS NOT NULL`,
  `CREATE TABLE "admin_session" ("digest" bytea NOT NULL, "account_id" bigint NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "confirmed_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "admin_session_pkey" PRIMARY KEY ("digest"), CONSTRAINT "admin_session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE)`,
  `CREATE INDEX "admin_session_account_id_idx" ON "admin_session" ("account_id")`,
  `CREATE INDEX "admin_session_expires_at_idx" ON "admin_session" ("expires_at")`,
  `CREATE TABLE "setup_code" ("digest" bytea NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "setup_code_pkey" PRIMARY KEY ("digest"))`,
  `CREATE INDEX "setup_code_expires_at_idx" ON "setup_code" ("expires_at")`,
];

const DOWN = [
  `DROP TABLE "setup_code"`,
  `DROP TABLE "admin_session"`,
  `ALTER TABLE "account" ADD "is_administrator" boolean NOT NULL DEFAULT false`,
  `UPDATE "account" SET "is_administrator" = true WHERE "role" = 'administrator'`,
  `DROP INDEX "account_role_idx"`,
  `ALTER TABLE "account" DROP CONSTRAINT "account_role_check"`,
  `ALTER TABLE "account" DROP COLUMN "role"`,
];

export class Administration1795275000000 implements MigrationInterface {
  name = 'Administration1795275000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
