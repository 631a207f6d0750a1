import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAME = '"account_identifier_email_check"';

/** From now on no node of the version before writes an address in another form (D352). What is there is not looked at yet. */
export class EmailAddressCheck1795664000000 implements MigrationInterface {
  name = 'EmailAddressCheck1795664000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "account_identifier" DROP CONSTRAINT IF EXISTS ${NAME},
         ADD CONSTRAINT ${NAME} CHECK ("type" <> 'Email' OR "normalized" ~ '@[a-z0-9.-]+$') NOT VALID`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "account_identifier" DROP CONSTRAINT ${NAME}`);
  }
}
