import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A confidential client's refresh token stays as it is, unless its record says otherwise. Existing clients go on as they
 * are: those that get a new one at each use store it. Nodes of the version before still read keeps_refresh_token.
 */
export class RotatesRefreshToken1795441620000 implements MigrationInterface {
  name = 'RotatesRefreshToken1795441620000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "client" ADD "rotates_refresh_token" boolean NOT NULL DEFAULT false`);
    await runner.query(`UPDATE "client" SET "rotates_refresh_token" = NOT "keeps_refresh_token"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "client" DROP COLUMN "rotates_refresh_token"`);
  }
}
