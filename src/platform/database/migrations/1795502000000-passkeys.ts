import { ForwardMigration } from './forward-migration.js';

/** Passkeys, and the challenges that they answered. */
export class Passkeys1795502000000 extends ForwardMigration {
  readonly name = 'Passkeys1795502000000';
  override readonly statements = [
    `CREATE TABLE "passkey" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "account_id" bigint NOT NULL, "credential_id" bytea NOT NULL, "user_handle" bytea NOT NULL, "public_key" bytea NOT NULL, "counter" bigint NOT NULL, "transports" text array NOT NULL, "is_synced" boolean NOT NULL, "is_backed_up" boolean NOT NULL, "rp_id" text NOT NULL, "name" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "last_used_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "passkey_credential_id_key" UNIQUE ("credential_id"), CONSTRAINT "passkey_pkey" PRIMARY KEY ("id"))`,
    `CREATE INDEX "passkey_account_id_idx" ON "passkey" ("account_id")`,
    `ALTER TABLE "passkey" ADD CONSTRAINT "passkey_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    `CREATE TABLE "passkey_use" ("digest" bytea NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "passkey_use_pkey" PRIMARY KEY ("digest"))`,
    `CREATE INDEX "passkey_use_expires_at_idx" ON "passkey_use" ("expires_at")`,
  ];
}
