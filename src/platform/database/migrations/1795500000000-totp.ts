import { ForwardMigration } from './forward-migration.js';

/** One-time codes as a second factor, and how the person signed in for an authorization. */
export class Totp1795500000000 extends ForwardMigration {
  readonly name = 'Totp1795500000000';
  override readonly statements = [
    `CREATE TABLE "totp" ("account_id" bigint NOT NULL, "sealed" bytea NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "confirmed_at" TIMESTAMP WITH TIME ZONE, "last_step" bigint, CONSTRAINT "totp_pkey" PRIMARY KEY ("account_id"))`,
    `ALTER TABLE "totp" ADD CONSTRAINT "totp_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    `ALTER TABLE "authorization_context" ADD "methods" text array`,
  ];
}
