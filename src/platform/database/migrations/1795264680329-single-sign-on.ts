import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "account_link" ("digest" bytea NOT NULL, "client_id" bigint NOT NULL, "issuer" text NOT NULL, "subject" text NOT NULL, "label" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "account_link_pkey" PRIMARY KEY ("digest"))`,
  `CREATE INDEX "account_link_client_id_idx" ON "account_link" ("client_id")`,
  `CREATE INDEX "account_link_expires_at_idx" ON "account_link" ("expires_at")`,
  `CREATE TABLE "assertion_use" ("digest" bytea NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "assertion_use_pkey" PRIMARY KEY ("digest"))`,
  `CREATE INDEX "assertion_use_expires_at_idx" ON "assertion_use" ("expires_at")`,
  `CREATE TABLE "validation_token" ("digest" bytea NOT NULL, "account_id" bigint NOT NULL, "client_id" bigint NOT NULL, "audience_id" bigint, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "validation_token_pkey" PRIMARY KEY ("digest"))`,
  `CREATE INDEX "validation_token_account_id_idx" ON "validation_token" ("account_id")`,
  `CREATE INDEX "validation_token_client_id_idx" ON "validation_token" ("client_id")`,
  `CREATE INDEX "validation_token_audience_id_idx" ON "validation_token" ("audience_id")`,
  `CREATE INDEX "validation_token_expires_at_idx" ON "validation_token" ("expires_at")`,
  `ALTER TABLE "account_identifier" ADD "issuer" text NOT NULL DEFAULT ''`,
  `ALTER TABLE "client" ADD "jwks" jsonb`,
  `ALTER TABLE "client" ADD "jwks_url" text`,
  `ALTER TABLE "client" ADD "assertion_issuer" text`,
  `ALTER TABLE "account_identifier" DROP CONSTRAINT "account_identifier_normalized_key"`,
  `ALTER TABLE "account_identifier" ADD CONSTRAINT "account_identifier_issuer_check" CHECK ("issuer" = '' OR "type" = 'ExternalId')`,
  `ALTER TABLE "account_identifier" ADD CONSTRAINT "account_identifier_normalized_issuer_key" UNIQUE ("normalized", "issuer")`,
  `ALTER TABLE "account_link" ADD CONSTRAINT "account_link_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "validation_token" ADD CONSTRAINT "validation_token_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "validation_token" ADD CONSTRAINT "validation_token_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "validation_token" ADD CONSTRAINT "validation_token_audience_id_fkey" FOREIGN KEY ("audience_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const DOWN = [
  `ALTER TABLE "validation_token" DROP CONSTRAINT "validation_token_audience_id_fkey"`,
  `ALTER TABLE "validation_token" DROP CONSTRAINT "validation_token_client_id_fkey"`,
  `ALTER TABLE "validation_token" DROP CONSTRAINT "validation_token_account_id_fkey"`,
  `ALTER TABLE "account_link" DROP CONSTRAINT "account_link_client_id_fkey"`,
  // Without its issuer, an ExternalId could be taken for another partner's.
  `DELETE FROM "account_identifier" WHERE "issuer" <> ''`,
  `ALTER TABLE "account_identifier" DROP CONSTRAINT "account_identifier_normalized_issuer_key"`,
  `ALTER TABLE "account_identifier" DROP CONSTRAINT "account_identifier_issuer_check"`,
  `ALTER TABLE "account_identifier" ADD CONSTRAINT "account_identifier_normalized_key" UNIQUE ("normalized")`,
  `ALTER TABLE "client" DROP COLUMN "assertion_issuer"`,
  `ALTER TABLE "client" DROP COLUMN "jwks_url"`,
  `ALTER TABLE "client" DROP COLUMN "jwks"`,
  `ALTER TABLE "account_identifier" DROP COLUMN "issuer"`,
  `DROP INDEX "validation_token_expires_at_idx"`,
  `DROP INDEX "validation_token_audience_id_idx"`,
  `DROP INDEX "validation_token_client_id_idx"`,
  `DROP INDEX "validation_token_account_id_idx"`,
  `DROP TABLE "validation_token"`,
  `DROP INDEX "assertion_use_expires_at_idx"`,
  `DROP TABLE "assertion_use"`,
  `DROP INDEX "account_link_expires_at_idx"`,
  `DROP INDEX "account_link_client_id_idx"`,
  `DROP TABLE "account_link"`,
];

export class SingleSignOn1795264680329 implements MigrationInterface {
  name = 'SingleSignOn1795264680329';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
