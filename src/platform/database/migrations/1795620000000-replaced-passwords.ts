import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was suspended is taken back by a password if that was replaced (D349). A node of before writes that it was not. */
export class ReplacedPasswords1795620000000 implements MigrationInterface {
  name = 'ReplacedPasswords1795620000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['account_identifier', 'suspended_passkey'])
      await runner.query(
        `ALTER TABLE "${table}" ADD COLUMN "is_password_replaced" boolean NOT NULL DEFAULT false`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['account_identifier', 'suspended_passkey'])
      await runner.query(`ALTER TABLE "${table}" DROP COLUMN "is_password_replaced"`);
  }
}
