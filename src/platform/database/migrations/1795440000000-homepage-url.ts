import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where users read about a client. */
export class HomepageUrl1795440000000 implements MigrationInterface {
  name = 'HomepageUrl1795440000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "client" ADD "homepage_url" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "client" DROP COLUMN "homepage_url"`);
  }
}
