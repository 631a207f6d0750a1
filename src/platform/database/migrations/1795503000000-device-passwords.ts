import { ForwardMigration } from './forward-migration.js';

/** Passwords for single applications, and the way back in to an account whose second factor is lost. */
export class DevicePasswords1795503000000 extends ForwardMigration {
  readonly name = 'DevicePasswords1795503000000';
  override readonly statements = [
    // First: it takes the strongest lock of that table.
    `ALTER TABLE "client" ADD "allows_password_of_protected_accounts" boolean NOT NULL DEFAULT false`,
    `CREATE TABLE "device_password" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "account_id" bigint NOT NULL, "client_id" bigint, "digest" bytea NOT NULL, "name" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "last_used_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "device_password_pkey" PRIMARY KEY ("id"))`,
    `CREATE INDEX "device_password_account_id_idx" ON "device_password" ("account_id") `,
    `CREATE INDEX "device_password_client_id_idx" ON "device_password" ("client_id") WHERE "client_id" IS NOT NULL`,
    `CREATE UNIQUE INDEX "device_password_digest_key" ON "device_password" ("digest") `,
    `ALTER TABLE "device_password" ADD CONSTRAINT "device_password_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    `ALTER TABLE "device_password" ADD CONSTRAINT "device_password_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE`,
    `ALTER TABLE "session" ADD "device_password_id" bigint`,
    `CREATE INDEX "session_device_password_id_idx" ON "session" ("device_password_id") WHERE "device_password_id" IS NOT NULL`,
    `ALTER TABLE "session" ADD CONSTRAINT "session_device_password_id_fkey" FOREIGN KEY ("device_password_id") REFERENCES "device_password"("id") ON DELETE CASCADE`,
    `ALTER TABLE "token_grant" ADD "device_password_id" bigint`,
    `CREATE INDEX "token_grant_device_password_id_idx" ON "token_grant" ("device_password_id") WHERE "device_password_id" IS NOT NULL`,
    `ALTER TABLE "token_grant" ADD CONSTRAINT "token_grant_device_password_id_fkey" FOREIGN KEY ("device_password_id") REFERENCES "device_password"("id") ON DELETE CASCADE`,
    `CREATE TABLE "factor_recovery" ("account_id" bigint NOT NULL, "started_at" TIMESTAMP WITH TIME ZONE NOT NULL, "ready_at" TIMESTAMP WITH TIME ZONE NOT NULL, "ends_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "factor_recovery_pkey" PRIMARY KEY ("account_id"))`,
    `CREATE INDEX "factor_recovery_ends_at_idx" ON "factor_recovery" ("ends_at") `,
    `ALTER TABLE "factor_recovery" ADD CONSTRAINT "factor_recovery_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    `ALTER TABLE "invitation" DROP CONSTRAINT "invitation_kind_check"`,
    `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_kind_check" CHECK ("kind" IN ('invitation', 'confirmation', 'addition', 'reset', 'membership', 'recovery'))`,
  ];
}
