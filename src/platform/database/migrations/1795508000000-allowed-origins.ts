import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages of a client that are at another origin than its RedirectUrls. */
export class AllowedOrigins1795508000000 implements MigrationInterface {
  name = 'AllowedOrigins1795508000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "client" ADD "allowed_origins" text array NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "client" DROP COLUMN "allowed_origins"`);
  }
}
