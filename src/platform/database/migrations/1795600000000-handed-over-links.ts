import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A link says whether it was handed over: using it does not show that anybody reads the address that it names. */
export class HandedOverLinks1795600000000 implements MigrationInterface {
  name = 'HandedOverLinks1795600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "invitation" ADD "is_handed_over" boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "invitation" DROP COLUMN "is_handed_over"`);
  }
}
