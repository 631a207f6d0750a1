import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Devices without a keyboard, which people authorize elsewhere (RFC 8628). */
export class DeviceAuthorization1795530000000 implements MigrationInterface {
  name = 'DeviceAuthorization1795530000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "client" ADD "allows_device_authorization" boolean NOT NULL DEFAULT false`,
    );
    await runner.query(
      `CREATE TABLE "device_authorization" ("digest" bytea NOT NULL, "user_code_digest" bytea NOT NULL, "client_id" bigint NOT NULL, "scope" character varying(255), "interval_seconds" integer NOT NULL, "polled_at" TIMESTAMP WITH TIME ZONE, "account_id" bigint, "auth_time" TIMESTAMP WITH TIME ZONE, "methods" text, "denied_at" TIMESTAMP WITH TIME ZONE, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "used_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "device_authorization_pkey" PRIMARY KEY ("digest"))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "device_authorization_user_code_digest_key" ON "device_authorization" ("user_code_digest") `,
    );
    await runner.query(
      `CREATE INDEX "device_authorization_client_id_idx" ON "device_authorization" ("client_id") `,
    );
    await runner.query(
      `CREATE INDEX "device_authorization_account_id_idx" ON "device_authorization" ("account_id") WHERE "account_id" IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX "device_authorization_expires_at_idx" ON "device_authorization" ("expires_at") `,
    );
    await runner.query(
      `ALTER TABLE "device_authorization" ADD CONSTRAINT "device_authorization_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE`,
    );
    await runner.query(
      `ALTER TABLE "device_authorization" ADD CONSTRAINT "device_authorization_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "device_authorization"`);
    await runner.query(`ALTER TABLE "client" DROP COLUMN "allows_device_authorization"`);
  }
}
