import { ForwardMigration } from './forward-migration.js';

/** Resource servers of others, and what grants are for. Earlier grants are for this server: null. */
export class ProtectedResources1795710000000 extends ForwardMigration {
  readonly name = 'ProtectedResources1795710000000';
  override readonly statements = [
    `CREATE TABLE "protected_resource" ("number" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "id" text NOT NULL, "identifier" text NOT NULL, "name" text NOT NULL, "scopes" text array NOT NULL, "default_scopes" text array NOT NULL, "clients" text array NOT NULL, "introspection_clients" text array NOT NULL, "token_format" text NOT NULL DEFAULT 'opaque', "access_lifetime_seconds" integer, "signing_alg" text NOT NULL DEFAULT 'RS256', CONSTRAINT "protected_resource_pkey" PRIMARY KEY ("number"))`,
    `CREATE UNIQUE INDEX "protected_resource_id_key" ON "protected_resource" ("id")`,
    `CREATE UNIQUE INDEX "protected_resource_identifier_key" ON "protected_resource" ("identifier")`,
    `ALTER TABLE "token_grant" ADD "resources" text`,
    `ALTER TABLE "authorization_code" ADD "resources" text`,
    `ALTER TABLE "authorization_context" ADD "resources" character varying(255)`,
    `ALTER TABLE "device_authorization" ADD "resources" character varying(255)`,
  ];
}
