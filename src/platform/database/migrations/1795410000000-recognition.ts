import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Recognizes what was correct before: an account's networks, a client's secret. */
export class Recognition1795410000000 implements MigrationInterface {
  name = 'Recognition1795410000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "account" ADD "known_networks" bytea array NOT NULL DEFAULT '{}'`);
    await runner.query(`ALTER TABLE "client_secret" ADD "recognition" bytea`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "client_secret" DROP COLUMN "recognition"`);
    await runner.query(`ALTER TABLE "account" DROP COLUMN "known_networks"`);
  }
}
