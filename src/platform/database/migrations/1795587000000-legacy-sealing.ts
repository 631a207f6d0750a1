import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A row says that MASTER_KEY itself seals, until `reseal` says that no node of 0.2 is left (D331). A new database has none:
 * it is one where no node has served yet, since each makes the `instance_secret` as it starts.
 */
export class LegacySealing1795587000000 implements MigrationInterface {
  name = 'LegacySealing1795587000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "legacy_sealing" ("id" smallint NOT NULL, CONSTRAINT "legacy_sealing_one_check" CHECK ("id" = 1), CONSTRAINT "legacy_sealing_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`INSERT INTO "legacy_sealing" ("id") SELECT 1 FROM "instance_secret"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "legacy_sealing"`);
  }
}
