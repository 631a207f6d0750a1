import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The costs of other systems' password hashes, each found by the first of its kind. Accounts are not changed. */
export class ForeignHashCosts1795545000000 implements MigrationInterface {
  name = 'ForeignHashCosts1795545000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "account_foreign_hash_idx"`);
    await runner.query(
      String.raw`CREATE INDEX "account_foreign_hash_idx" ON "account" ((coalesce(substring(password_hash from '^scrypt\$[^$]+(\$\d+\$\d+\$\d+)\$'), regexp_replace(password_hash, '\$[^$]*\$[^$]*$', '')) || ':' || length(substring(password_hash from '[^$]*$')))) WHERE "password_hash" NOT LIKE '$2%'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "account_foreign_hash_idx"`);
    await runner.query(
      `CREATE INDEX "account_foreign_hash_idx" ON "account" ("id") WHERE "password_hash" NOT LIKE '$2%'`,
    );
  }
}
