import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "web_state" ("cipher_digest" bytea NOT NULL, "secret_digest" bytea NOT NULL, "client_id" bigint, "session_digest" bytea, "mismatches" integer NOT NULL DEFAULT '0', "validated_at" TIMESTAMP WITH TIME ZONE, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "web_state_pkey" PRIMARY KEY ("cipher_digest"))`,
  `CREATE INDEX "web_state_client_id_idx" ON "web_state" ("client_id")`,
  `CREATE UNIQUE INDEX "web_state_session_digest_key" ON "web_state" ("session_digest")`,
  `CREATE INDEX "web_state_expires_at_idx" ON "web_state" ("expires_at")`,
  `ALTER TABLE "session" ADD "client_id" bigint`,
  `CREATE INDEX "session_client_id_idx" ON "session" ("client_id") WHERE "client_id" IS NOT NULL`,
  `ALTER TABLE "session" ADD CONSTRAINT "session_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "web_state" ADD CONSTRAINT "web_state_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  // Calls before client authentication (D35); a ruleset that an administrator edited is left unchanged.
  `UPDATE "ruleset" SET "patterns" = "patterns" || '{webgeneratestatesecret,weblogin}' WHERE "name" = 'NOAUTHENT' AND "is_shipped" AND "patterns" = '{log2in,log2out,accping,sysversion}'`,
];

const DOWN = [
  `UPDATE "ruleset" SET "patterns" = '{log2in,log2out,accping,sysversion}' WHERE "name" = 'NOAUTHENT' AND "is_shipped" AND "patterns" = '{log2in,log2out,accping,sysversion,webgeneratestatesecret,weblogin}'`,
  `ALTER TABLE "web_state" DROP CONSTRAINT "web_state_client_id_fkey"`,
  `ALTER TABLE "session" DROP CONSTRAINT "session_client_id_fkey"`,
  `DROP INDEX "session_client_id_idx"`,
  `ALTER TABLE "session" DROP COLUMN "client_id"`,
  `DROP INDEX "web_state_expires_at_idx"`,
  `DROP INDEX "web_state_session_digest_key"`,
  `DROP INDEX "web_state_client_id_idx"`,
  `DROP TABLE "web_state"`,
];

export class WebFlow1795265145746 implements MigrationInterface {
  name = 'WebFlow1795265145746';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
