import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'invitation', 'confirmation', 'addition', 'reset', 'membership'`;

/** Passwords for single applications, and the way back in to an account whose second factor is lost. */
export class DevicePasswords1795503000000 implements MigrationInterface {
  name = 'DevicePasswords1795503000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "device_password" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "account_id" bigint NOT NULL, "client_id" bigint, "digest" bytea NOT NULL, "name" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "last_used_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "device_password_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "device_password_account_id_idx" ON "device_password" ("account_id") `);
    await runner.query(
      `CREATE INDEX "device_password_client_id_idx" ON "device_password" ("client_id") WHERE "client_id" IS NOT NULL`,
    );
    await runner.query(`CREATE UNIQUE INDEX "device_password_digest_key" ON "device_password" ("digest") `);
    await runner.query(
      `ALTER TABLE "device_password" ADD CONSTRAINT "device_password_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    );
    await runner.query(
      `ALTER TABLE "device_password" ADD CONSTRAINT "device_password_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE`,
    );
    for (const table of ['session', 'token_grant']) {
      await runner.query(`ALTER TABLE "${table}" ADD "device_password_id" bigint`);
      await runner.query(
        `CREATE INDEX "${table}_device_password_id_idx" ON "${table}" ("device_password_id") WHERE "device_password_id" IS NOT NULL`,
      );
      await runner.query(
        `ALTER TABLE "${table}" ADD CONSTRAINT "${table}_device_password_id_fkey" FOREIGN KEY ("device_password_id") REFERENCES "device_password"("id") ON DELETE CASCADE`,
      );
    }
    await runner.query(
      `ALTER TABLE "client" ADD "allows_password_of_protected_accounts" boolean NOT NULL DEFAULT false`,
    );
    await runner.query(
      `CREATE TABLE "factor_recovery" ("account_id" bigint NOT NULL, "started_at" TIMESTAMP WITH TIME ZONE NOT NULL, "ready_at" TIMESTAMP WITH TIME ZONE NOT NULL, "ends_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "factor_recovery_pkey" PRIMARY KEY ("account_id"))`,
    );
    await runner.query(`CREATE INDEX "factor_recovery_ends_at_idx" ON "factor_recovery" ("ends_at") `);
    await runner.query(
      `ALTER TABLE "factor_recovery" ADD CONSTRAINT "factor_recovery_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    );
    await runner.query(`ALTER TABLE "invitation" DROP CONSTRAINT "invitation_kind_check"`);
    await runner.query(
      `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_kind_check" CHECK ("kind" IN (${KINDS}, 'recovery'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "invitation" WHERE "kind" = 'recovery'`);
    await runner.query(`ALTER TABLE "invitation" DROP CONSTRAINT "invitation_kind_check"`);
    await runner.query(
      `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_kind_check" CHECK ("kind" IN (${KINDS}))`,
    );
    await runner.query(`DROP TABLE "factor_recovery"`);
    await runner.query(`ALTER TABLE "client" DROP COLUMN "allows_password_of_protected_accounts"`);
    for (const table of ['token_grant', 'session'])
      await runner.query(`ALTER TABLE "${table}" DROP COLUMN "device_password_id"`);
    await runner.query(`DROP TABLE "device_password"`);
  }
}
