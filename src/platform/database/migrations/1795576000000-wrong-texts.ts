import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The same wrong password from the same network is counted once: digests of those that were counted. */
export class WrongTexts1795576000000 implements MigrationInterface {
  name = 'WrongTexts1795576000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "sign_in_throttle" ADD "texts" bytea array NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "sign_in_throttle" DROP COLUMN "texts"`);
  }
}
