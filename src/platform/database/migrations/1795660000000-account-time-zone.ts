import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time zone that a person chose; before, times were told in UTC. */
export class AccountTimeZone1795660000000 implements MigrationInterface {
  name = 'AccountTimeZone1795660000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "account" ADD "time_zone" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "account" DROP COLUMN "time_zone"`);
  }
}
