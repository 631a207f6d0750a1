import { ForwardMigration } from './forward-migration.js';

/** Answers of requests with an Idempotency-Key (D392), and what a client provisioned in the order of its numbers (D393). */
export class KeptAnswers1795669000000 extends ForwardMigration {
  readonly name = 'KeptAnswers1795669000000';
  override readonly statements = [
    // First: they take the strongest locks of their tables.
    `DROP INDEX "account_created_by_idx"`,
    `DROP INDEX "family_created_by_idx"`,
    `CREATE TABLE "kept_answer" ("digest" bytea NOT NULL, "client_id" bigint, "account_id" bigint, "request" bytea NOT NULL, "turn" bytea NOT NULL, "turn_until" TIMESTAMP WITH TIME ZONE NOT NULL, "kept" bytea, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "kept_answer_pkey" PRIMARY KEY ("digest"))`,
    `CREATE INDEX "kept_answer_client_id_idx" ON "kept_answer" ("client_id") WHERE "client_id" IS NOT NULL`,
    `CREATE INDEX "kept_answer_account_id_idx" ON "kept_answer" ("account_id") WHERE "account_id" IS NOT NULL`,
    `CREATE INDEX "kept_answer_expires_at_idx" ON "kept_answer" ("expires_at")`,
    `ALTER TABLE "kept_answer" ADD CONSTRAINT "kept_answer_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE`,
    `ALTER TABLE "kept_answer" ADD CONSTRAINT "kept_answer_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    `CREATE INDEX "account_created_by_id_idx" ON "account" ("created_by", "id") WHERE "created_by" IS NOT NULL`,
    `CREATE INDEX "family_created_by_id_idx" ON "family" ("created_by", "id") WHERE "created_by" IS NOT NULL`,
  ];
}
