import { ForwardMigration } from './forward-migration.js';

/** Codes with which accounts with a role set up their first second factor. */
export class FactorSetupCodes1795583000000 extends ForwardMigration {
  readonly name = 'FactorSetupCodes1795583000000';
  override readonly statements = [
    `CREATE TABLE "factor_setup_code" ("account_id" bigint NOT NULL, "digest" bytea NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "factor_setup_code_pkey" PRIMARY KEY ("account_id"))`,
    `CREATE INDEX "factor_setup_code_expires_at_idx" ON "factor_setup_code" ("expires_at")`,
    `ALTER TABLE "factor_setup_code" ADD CONSTRAINT "factor_setup_code_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
  ];
}
