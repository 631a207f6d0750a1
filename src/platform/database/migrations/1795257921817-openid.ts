import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "signing_key" ("kid" text NOT NULL, "private_key" bytea NOT NULL, "public_key" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "signing_key_pkey" PRIMARY KEY ("kid"))`,
  `CREATE INDEX "signing_key_expires_at_idx" ON "signing_key" ("expires_at")`,
  `ALTER TABLE "authorization_context" ADD "nonce" text`,
  `ALTER TABLE "authorization_context" ADD "max_age" integer`,
  `ALTER TABLE "authorization_context" ADD "signed_in_at" TIMESTAMP WITH TIME ZONE`,
  `ALTER TABLE "authorization_code" ADD "nonce" text`,
  `ALTER TABLE "authorization_code" ADD "auth_time" TIMESTAMP WITH TIME ZONE`,
];

const DOWN = [
  `ALTER TABLE "authorization_code" DROP COLUMN "auth_time"`,
  `ALTER TABLE "authorization_code" DROP COLUMN "nonce"`,
  `ALTER TABLE "authorization_context" DROP COLUMN "signed_in_at"`,
  `ALTER TABLE "authorization_context" DROP COLUMN "max_age"`,
  `ALTER TABLE "authorization_context" DROP COLUMN "nonce"`,
  `DROP INDEX "signing_key_expires_at_idx"`,
  `DROP TABLE "signing_key"`,
];

export class OpenId1795257921817 implements MigrationInterface {
  name = 'OpenId1795257921817';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
