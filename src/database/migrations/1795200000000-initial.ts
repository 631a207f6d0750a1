import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "account" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "name" text NOT NULL, "country_code" text, "locale" text, "status" text NOT NULL DEFAULT 'pending', "password_hash" text, "is_administrator" boolean NOT NULL DEFAULT false, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "last_login_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "account_active_has_password_check" CHECK ("status" <> 'active' OR "password_hash" IS NOT NULL), CONSTRAINT "account_status_check" CHECK ("status" IN ('pending', 'active', 'disabled')), CONSTRAINT "account_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "account_identifier" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "account_id" bigint NOT NULL, "type" text NOT NULL, "value" text NOT NULL, "normalized" text NOT NULL, "is_validated" boolean NOT NULL DEFAULT false, CONSTRAINT "account_identifier_normalized_key" UNIQUE ("normalized"), CONSTRAINT "account_identifier_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "account_identifier_account_id_idx" ON "account_identifier" ("account_id")`,
  `CREATE TABLE "sign_in_throttle" ("key" bytea NOT NULL, "failures" integer NOT NULL, "window_started_at" TIMESTAMP WITH TIME ZONE NOT NULL, "last_failed_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "sign_in_throttle_pkey" PRIMARY KEY ("key"))`,
  `CREATE INDEX "sign_in_throttle_expires_at_idx" ON "sign_in_throttle" ("expires_at")`,
  `CREATE TABLE "audit_event" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "at" TIMESTAMP WITH TIME ZONE NOT NULL, "action" text NOT NULL, "outcome" text NOT NULL, "client_id" text, "account_id" bigint, "target" text, "address" text, "details" jsonb, CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "audit_event_at_idx" ON "audit_event" ("at")`,
  `CREATE TABLE "ruleset" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "name" text NOT NULL, "description" text NOT NULL DEFAULT '', "patterns" text array NOT NULL, "is_shipped" boolean NOT NULL DEFAULT false, CONSTRAINT "ruleset_name_key" UNIQUE ("name"), CONSTRAINT "ruleset_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "client" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "client_id" text NOT NULL, "name" text NOT NULL, "ruleset_id" bigint NOT NULL, "client_type" text NOT NULL, "profile" text NOT NULL DEFAULT 'interface', "redirect_urls" text array NOT NULL DEFAULT '{}', "is_privileged" boolean NOT NULL DEFAULT false, "keeps_refresh_token" boolean NOT NULL DEFAULT false, "access_lifetime_seconds" integer, "refresh_lifetime_seconds" integer, "is_disabled" boolean NOT NULL DEFAULT false, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "client_client_id_key" UNIQUE ("client_id"), CONSTRAINT "client_profile_check" CHECK ("profile" IN ('interface', 'strict')), CONSTRAINT "client_type_check" CHECK ("client_type" IN ('confidential', 'public')), CONSTRAINT "client_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "client_ruleset_id_idx" ON "client" ("ruleset_id")`,
  `CREATE TABLE "client_secret" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "client_id" bigint NOT NULL, "scheme" text NOT NULL, "verifier" bytea NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE, "last_used_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "client_secret_scheme_check" CHECK ("scheme" IN ('sha256', 'bcrypt')), CONSTRAINT "client_secret_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "client_secret_client_id_idx" ON "client_secret" ("client_id")`,
  `CREATE TABLE "legacy_use" ("client_id" bigint NOT NULL, "feature" text NOT NULL, "last_used_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "legacy_use_pkey" PRIMARY KEY ("client_id", "feature"))`,
  `CREATE TABLE "family" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "name" text NOT NULL, "premium_type" smallint NOT NULL DEFAULT '0', "calendar_service" boolean NOT NULL DEFAULT true, "location_service" boolean NOT NULL DEFAULT true, "autotracking_service" boolean NOT NULL DEFAULT false, "message_service" boolean NOT NULL DEFAULT true, "photo_service" boolean NOT NULL DEFAULT true, "video_service" boolean NOT NULL DEFAULT true, "audio_service" boolean NOT NULL DEFAULT true, "task_service" boolean NOT NULL DEFAULT true, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "family_premium_type_check" CHECK ("premium_type" BETWEEN 0 AND 2), CONSTRAINT "family_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "family_member" ("family_id" bigint NOT NULL, "account_id" bigint NOT NULL, "member_type" smallint NOT NULL DEFAULT '0', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "family_member_type_check" CHECK ("member_type" BETWEEN 0 AND 2), CONSTRAINT "family_member_pkey" PRIMARY KEY ("family_id", "account_id"))`,
  `CREATE INDEX "family_member_account_id_idx" ON "family_member" ("account_id")`,
  `CREATE UNIQUE INDEX "family_member_one_founder_key" ON "family_member" ("family_id") WHERE "member_type" = 2`,
  `CREATE TABLE "session" ("digest" bytea NOT NULL, "account_id" bigint, "data" jsonb NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "session_pkey" PRIMARY KEY ("digest"))`,
  `CREATE INDEX "session_account_id_idx" ON "session" ("account_id")`,
  `CREATE INDEX "session_expires_at_idx" ON "session" ("expires_at")`,
  `CREATE TABLE "token_grant" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "account_id" bigint, "client_id" bigint NOT NULL, "device_id" text, "token_type" text NOT NULL, "scope" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "revoked_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "token_grant_token_type_check" CHECK ("token_type" IN ('bearer', 'mac')), CONSTRAINT "token_grant_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "token_grant_account_id_idx" ON "token_grant" ("account_id") WHERE "account_id" IS NOT NULL`,
  `CREATE INDEX "token_grant_client_id_idx" ON "token_grant" ("client_id")`,
  `CREATE INDEX "token_grant_expires_at_idx" ON "token_grant" ("expires_at")`,
  `CREATE TABLE "access_token" ("digest" bytea NOT NULL, "grant_id" bigint NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "mac_key" bytea, "mac_algorithm" text, CONSTRAINT "access_token_pkey" PRIMARY KEY ("digest"))`,
  `CREATE INDEX "access_token_grant_id_idx" ON "access_token" ("grant_id")`,
  `CREATE TABLE "mac_nonce" ("digest" bytea NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "mac_nonce_pkey" PRIMARY KEY ("digest"))`,
  `CREATE INDEX "mac_nonce_expires_at_idx" ON "mac_nonce" ("expires_at")`,
  `CREATE TABLE "refresh_token" ("digest" bytea NOT NULL, "grant_id" bigint NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "spent_at" TIMESTAMP WITH TIME ZONE, "successor" bytea, CONSTRAINT "refresh_token_pkey" PRIMARY KEY ("digest"))`,
  `CREATE INDEX "refresh_token_grant_id_idx" ON "refresh_token" ("grant_id")`,
  `CREATE INDEX "refresh_token_expires_at_idx" ON "refresh_token" ("expires_at")`,
  `ALTER TABLE "account_identifier" ADD CONSTRAINT "account_identifier_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "client" ADD CONSTRAINT "client_ruleset_id_fkey" FOREIGN KEY ("ruleset_id") REFERENCES "ruleset"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
  `ALTER TABLE "client_secret" ADD CONSTRAINT "client_secret_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "legacy_use" ADD CONSTRAINT "legacy_use_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "family_member" ADD CONSTRAINT "family_member_family_id_fkey" FOREIGN KEY ("family_id") REFERENCES "family"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
  `ALTER TABLE "family_member" ADD CONSTRAINT "family_member_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "session" ADD CONSTRAINT "session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "token_grant" ADD CONSTRAINT "token_grant_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "token_grant" ADD CONSTRAINT "token_grant_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "access_token" ADD CONSTRAINT "access_token_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "token_grant"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "token_grant"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  // Not written ahead: a nonce matters for five minutes, and this table gets a row per MAC call. After a crash of
  // PostgreSQL it is empty, so that a request of those minutes could be replayed once; see docs/security.md.
  `ALTER TABLE "mac_nonce" SET UNLOGGED`,
];

const DOWN = [
  `ALTER TABLE "refresh_token" DROP CONSTRAINT "refresh_token_grant_id_fkey"`,
  `ALTER TABLE "access_token" DROP CONSTRAINT "access_token_grant_id_fkey"`,
  `ALTER TABLE "token_grant" DROP CONSTRAINT "token_grant_client_id_fkey"`,
  `ALTER TABLE "token_grant" DROP CONSTRAINT "token_grant_account_id_fkey"`,
  `ALTER TABLE "session" DROP CONSTRAINT "session_account_id_fkey"`,
  `ALTER TABLE "family_member" DROP CONSTRAINT "family_member_account_id_fkey"`,
  `ALTER TABLE "family_member" DROP CONSTRAINT "family_member_family_id_fkey"`,
  `ALTER TABLE "legacy_use" DROP CONSTRAINT "legacy_use_client_id_fkey"`,
  `ALTER TABLE "client_secret" DROP CONSTRAINT "client_secret_client_id_fkey"`,
  `ALTER TABLE "client" DROP CONSTRAINT "client_ruleset_id_fkey"`,
  `ALTER TABLE "account_identifier" DROP CONSTRAINT "account_identifier_account_id_fkey"`,
  `DROP INDEX "refresh_token_expires_at_idx"`,
  `DROP INDEX "refresh_token_grant_id_idx"`,
  `DROP TABLE "refresh_token"`,
  `DROP INDEX "mac_nonce_expires_at_idx"`,
  `DROP TABLE "mac_nonce"`,
  `DROP INDEX "access_token_grant_id_idx"`,
  `DROP TABLE "access_token"`,
  `DROP INDEX "token_grant_expires_at_idx"`,
  `DROP INDEX "token_grant_client_id_idx"`,
  `DROP INDEX "token_grant_account_id_idx"`,
  `DROP TABLE "token_grant"`,
  `DROP INDEX "session_expires_at_idx"`,
  `DROP INDEX "session_account_id_idx"`,
  `DROP TABLE "session"`,
  `DROP INDEX "family_member_one_founder_key"`,
  `DROP INDEX "family_member_account_id_idx"`,
  `DROP TABLE "family_member"`,
  `DROP TABLE "family"`,
  `DROP TABLE "legacy_use"`,
  `DROP INDEX "client_secret_client_id_idx"`,
  `DROP TABLE "client_secret"`,
  `DROP INDEX "client_ruleset_id_idx"`,
  `DROP TABLE "client"`,
  `DROP TABLE "ruleset"`,
  `DROP INDEX "audit_event_at_idx"`,
  `DROP TABLE "audit_event"`,
  `DROP INDEX "sign_in_throttle_expires_at_idx"`,
  `DROP TABLE "sign_in_throttle"`,
  `DROP INDEX "account_identifier_account_id_idx"`,
  `DROP TABLE "account_identifier"`,
  `DROP TABLE "account"`,
];

export class Initial1795200000000 implements MigrationInterface {
  name = 'Initial1795200000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
