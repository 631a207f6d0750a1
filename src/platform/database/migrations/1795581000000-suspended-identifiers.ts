import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the clean-up: those that nobody took back. Apart, since it reads all identifiers and holds up who adds one. */
export class SuspendedIdentifiers1795581000000 implements MigrationInterface {
  name = 'SuspendedIdentifiers1795581000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "account_identifier_suspended_at_idx" ON "account_identifier" ("suspended_at") WHERE "suspended_at" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "account_identifier_suspended_at_idx"`);
  }
}
