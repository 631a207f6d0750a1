import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Browsers that an account used, what a console's session was opened with, and which accounts have a password hash of
 * another system. Accounts that there are have no list of browsers: null.
 */
export class KnownBrowsers1795505000000 implements MigrationInterface {
  name = 'KnownBrowsers1795505000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "account" ADD "known_browsers" bytea array`);
    await runner.query(`ALTER TABLE "account" ALTER COLUMN "known_browsers" SET DEFAULT '{}'`);
    await runner.query(
      `CREATE INDEX "account_foreign_hash_idx" ON "account" ("id") WHERE "password_hash" NOT LIKE '$2%'`,
    );
    await runner.query(`ALTER TABLE "admin_session" ADD "agent" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "admin_session" DROP COLUMN "agent"`);
    await runner.query(`DROP INDEX "account_foreign_hash_idx"`);
    await runner.query(`ALTER TABLE "account" DROP COLUMN "known_browsers"`);
  }
}
