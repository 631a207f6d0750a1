import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pushed authorization requests (RFC 9126). */
export class PushedRequests1795520000000 implements MigrationInterface {
  name = 'PushedRequests1795520000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "client" ADD "require_pushed_authorization_requests" boolean NOT NULL DEFAULT false`,
    );
    await runner.query(
      `CREATE TABLE "pushed_request" ("digest" bytea NOT NULL, "client_id" bigint NOT NULL, "query" character varying(16384) NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "pushed_request_pkey" PRIMARY KEY ("digest"))`,
    );
    await runner.query(`CREATE INDEX "pushed_request_client_id_idx" ON "pushed_request" ("client_id")`);
    await runner.query(`CREATE INDEX "pushed_request_expires_at_idx" ON "pushed_request" ("expires_at")`);
    await runner.query(
      `ALTER TABLE "pushed_request" ADD CONSTRAINT "pushed_request_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "pushed_request"`);
    await runner.query(`ALTER TABLE "client" DROP COLUMN "require_pushed_authorization_requests"`);
  }
}
