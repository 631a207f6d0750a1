import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A code is written twice: made, and used. With room beside it the second is in place, without a new entry in four indexes. */
export class CodesInPlace1795560000000 implements MigrationInterface {
  name = 'CodesInPlace1795560000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "authorization_code" SET (fillfactor = 45)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "authorization_code" RESET (fillfactor)`);
  }
}
