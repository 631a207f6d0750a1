import { ForwardMigration } from './forward-migration.js';

/** Where people may sign in elsewhere, and the browsers that are on their way there. */
export class IdentityProviders1795506000000 extends ForwardMigration {
  readonly name = 'IdentityProviders1795506000000';
  override readonly statements = [
    `CREATE TABLE "identity_provider" ("id" text NOT NULL, "issuer" text NOT NULL, "name" text NOT NULL, "button_text" text, "client_id" text NOT NULL, "scopes" text array NOT NULL, "is_enabled" boolean NOT NULL DEFAULT true, "sealed_secret" bytea, CONSTRAINT "identity_provider_pkey" PRIMARY KEY ("id"))`,
    `CREATE UNIQUE INDEX "identity_provider_issuer_key" ON "identity_provider" ("issuer")`,
    `CREATE TABLE "provider_visit" ("digest" bytea NOT NULL, "browser_digest" bytea NOT NULL, "provider_id" text NOT NULL, "sealed_data" bytea NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "provider_visit_pkey" PRIMARY KEY ("digest"))`,
    `CREATE INDEX "provider_visit_provider_id_idx" ON "provider_visit" ("provider_id")`,
    `CREATE INDEX "provider_visit_expires_at_idx" ON "provider_visit" ("expires_at")`,
    `ALTER TABLE "provider_visit" ADD CONSTRAINT "provider_visit_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "identity_provider"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  ];
}
