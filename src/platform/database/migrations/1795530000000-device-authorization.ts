import { ForwardMigration } from './forward-migration.js';

/** Devices without a keyboard, which people authorize elsewhere (RFC 8628). */
export class DeviceAuthorization1795530000000 extends ForwardMigration {
  readonly name = 'DeviceAuthorization1795530000000';
  override readonly statements = [
    `ALTER TABLE "client" ADD "allows_device_authorization" boolean NOT NULL DEFAULT false`,
    `CREATE TABLE "device_authorization" ("digest" bytea NOT NULL, "user_code_digest" bytea NOT NULL, "client_id" bigint NOT NULL, "scope" character varying(255), "interval_seconds" integer NOT NULL, "polled_at" TIMESTAMP WITH TIME ZONE, "account_id" bigint, "auth_time" TIMESTAMP WITH TIME ZONE, "methods" text, "denied_at" TIMESTAMP WITH TIME ZONE, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "used_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "device_authorization_pkey" PRIMARY KEY ("digest"))`,
    `CREATE UNIQUE INDEX "device_authorization_user_code_digest_key" ON "device_authorization" ("user_code_digest") `,
    `CREATE INDEX "device_authorization_client_id_idx" ON "device_authorization" ("client_id") `,
    `CREATE INDEX "device_authorization_account_id_idx" ON "device_authorization" ("account_id") WHERE "account_id" IS NOT NULL`,
    `CREATE INDEX "device_authorization_expires_at_idx" ON "device_authorization" ("expires_at") `,
    `ALTER TABLE "device_authorization" ADD CONSTRAINT "device_authorization_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE`,
    `ALTER TABLE "device_authorization" ADD CONSTRAINT "device_authorization_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
  ];
}
