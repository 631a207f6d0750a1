import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A recovery says who began it, and when a link stopped one. */
export class Waits1795590000000 implements MigrationInterface {
  name = 'Waits1795590000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "factor_recovery" ADD "by_administrator" boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE "factor_recovery" ADD "stopped_at" TIMESTAMP WITH TIME ZONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "factor_recovery" DROP COLUMN "stopped_at"`);
    await runner.query(`ALTER TABLE "factor_recovery" DROP COLUMN "by_administrator"`);
  }
}
