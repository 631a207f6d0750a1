import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "authorization_context" ("digest" bytea NOT NULL, "browser_digest" bytea NOT NULL, "client_id" bigint NOT NULL, "redirect_uri" text NOT NULL, "state" text, "scope" text, "code_challenge" text, "prompt" text, "login_hint" text, "ui_locales" text, "account_id" bigint, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "authorization_context_pkey" PRIMARY KEY ("digest"))`,
  `CREATE INDEX "authorization_context_client_id_idx" ON "authorization_context" ("client_id")`,
  `CREATE INDEX "authorization_context_account_id_idx" ON "authorization_context" ("account_id")`,
  `CREATE INDEX "authorization_context_expires_at_idx" ON "authorization_context" ("expires_at")`,
  `CREATE TABLE "consent" ("account_id" bigint NOT NULL, "client_id" bigint NOT NULL, "scopes" text array NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "consent_pkey" PRIMARY KEY ("account_id", "client_id"))`,
  `CREATE INDEX "consent_client_id_idx" ON "consent" ("client_id")`,
  `CREATE TABLE "authorization_code" ("digest" bytea NOT NULL, "client_id" bigint NOT NULL, "account_id" bigint NOT NULL, "redirect_uri" text NOT NULL, "scope" text, "code_challenge" text, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "used_at" TIMESTAMP WITH TIME ZONE, "grant_id" bigint, CONSTRAINT "authorization_code_pkey" PRIMARY KEY ("digest"))`,
  `CREATE INDEX "authorization_code_client_id_idx" ON "authorization_code" ("client_id")`,
  `CREATE INDEX "authorization_code_account_id_idx" ON "authorization_code" ("account_id")`,
  `CREATE INDEX "authorization_code_expires_at_idx" ON "authorization_code" ("expires_at")`,
  `ALTER TABLE "authorization_context" ADD CONSTRAINT "authorization_context_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "authorization_context" ADD CONSTRAINT "authorization_context_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "consent" ADD CONSTRAINT "consent_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "consent" ADD CONSTRAINT "consent_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "authorization_code" ADD CONSTRAINT "authorization_code_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "authorization_code" ADD CONSTRAINT "authorization_code_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const DOWN = [
  `ALTER TABLE "authorization_code" DROP CONSTRAINT "authorization_code_account_id_fkey"`,
  `ALTER TABLE "authorization_code" DROP CONSTRAINT "authorization_code_client_id_fkey"`,
  `ALTER TABLE "consent" DROP CONSTRAINT "consent_client_id_fkey"`,
  `ALTER TABLE "consent" DROP CONSTRAINT "consent_account_id_fkey"`,
  `ALTER TABLE "authorization_context" DROP CONSTRAINT "authorization_context_account_id_fkey"`,
  `ALTER TABLE "authorization_context" DROP CONSTRAINT "authorization_context_client_id_fkey"`,
  `DROP INDEX "authorization_code_expires_at_idx"`,
  `DROP INDEX "authorization_code_account_id_idx"`,
  `DROP INDEX "authorization_code_client_id_idx"`,
  `DROP TABLE "authorization_code"`,
  `DROP INDEX "consent_client_id_idx"`,
  `DROP TABLE "consent"`,
  `DROP INDEX "authorization_context_expires_at_idx"`,
  `DROP INDEX "authorization_context_account_id_idx"`,
  `DROP INDEX "authorization_context_client_id_idx"`,
  `DROP TABLE "authorization_context"`,
];

export class Authorization1795256132408 implements MigrationInterface {
  name = 'Authorization1795256132408';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
