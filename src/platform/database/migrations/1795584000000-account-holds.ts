import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts on hold: disabled until a time (D328). */
export class AccountHolds1795584000000 implements MigrationInterface {
  name = 'AccountHolds1795584000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "account" ADD "held_until" TIMESTAMP WITH TIME ZONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "account" DROP COLUMN "held_until"`);
  }
}
