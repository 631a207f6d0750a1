import { ForwardMigration } from './forward-migration.js';

/** Recovery codes, browsers that an account trusts, and sign-ins to the console that wait for their second step. */
export class SecondFactors1795501000000 extends ForwardMigration {
  readonly name = 'SecondFactors1795501000000';
  override readonly statements = [
    `ALTER TABLE "totp" ADD "refused" integer NOT NULL DEFAULT '0'`,
    `CREATE TABLE "recovery_code" ("account_id" bigint NOT NULL, "digest" bytea NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("account_id", "digest"))`,
    `CREATE TABLE "trusted_browser" ("digest" bytea NOT NULL, "account_id" bigint NOT NULL, "agent" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "trusted_browser_pkey" PRIMARY KEY ("digest"))`,
    `CREATE TABLE "held_administrator" ("digest" bytea NOT NULL, "account_id" bigint NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "held_administrator_pkey" PRIMARY KEY ("digest"))`,
    `ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    `ALTER TABLE "trusted_browser" ADD CONSTRAINT "trusted_browser_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    `ALTER TABLE "held_administrator" ADD CONSTRAINT "held_administrator_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    `CREATE INDEX "trusted_browser_account_id_idx" ON "trusted_browser" ("account_id")`,
    `CREATE INDEX "trusted_browser_expires_at_idx" ON "trusted_browser" ("expires_at")`,
    `CREATE INDEX "held_administrator_account_id_idx" ON "held_administrator" ("account_id")`,
    `CREATE INDEX "held_administrator_expires_at_idx" ON "held_administrator" ("expires_at")`,
  ];
}
