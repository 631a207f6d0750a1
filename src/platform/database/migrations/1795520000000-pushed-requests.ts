import { ForwardMigration } from './forward-migration.js';

/** Pushed authorization requests (RFC 9126). */
export class PushedRequests1795520000000 extends ForwardMigration {
  readonly name = 'PushedRequests1795520000000';
  override readonly statements = [
    `ALTER TABLE "client" ADD "require_pushed_authorization_requests" boolean NOT NULL DEFAULT false`,
    `CREATE TABLE "pushed_request" ("digest" bytea NOT NULL, "client_id" bigint NOT NULL, "query" character varying(16384) NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "pushed_request_pkey" PRIMARY KEY ("digest"))`,
    `CREATE INDEX "pushed_request_client_id_idx" ON "pushed_request" ("client_id")`,
    `CREATE INDEX "pushed_request_expires_at_idx" ON "pushed_request" ("expires_at")`,
    `ALTER TABLE "pushed_request" ADD CONSTRAINT "pushed_request_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE`,
  ];
}
