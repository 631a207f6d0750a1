import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'invitation', 'confirmation', 'addition', 'reset', 'membership', 'recovery'`;
const ADDING = `'addition', 'confirmation'`;

/**
 * When its owner last read an address: for those that are there, the day of the upgrade. And links in notices, which stop
 * what the notice tells of.
 */
export class AddressStanding1795586000000 implements MigrationInterface {
  name = 'AddressStanding1795586000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "account_identifier" ADD "confirmed_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now()`,
    );
    await runner.query(`ALTER TABLE "account_identifier" ADD "put_back_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(`ALTER TABLE "invitation" ADD "about" jsonb`);
    await replaceChecks(runner, `${KINDS}, 'disown', 'putBack'`, `${ADDING}, 'putBack'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "invitation" WHERE "kind" IN ('disown', 'putBack')`);
    await replaceChecks(runner, KINDS, ADDING);
    await runner.query(`ALTER TABLE "invitation" DROP COLUMN "about"`);
    await runner.query(
      `ALTER TABLE "account_identifier" DROP COLUMN "put_back_at", DROP COLUMN "confirmed_at"`,
    );
  }
}

async function replaceChecks(runner: QueryRunner, kinds: string, withoutIdentifier: string): Promise<void> {
  await runner.query(
    `ALTER TABLE "invitation" DROP CONSTRAINT "invitation_kind_check", DROP CONSTRAINT "invitation_address_check"`,
  );
  await runner.query(
    `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_kind_check" CHECK ("kind" IN (${kinds}))`,
  );
  await runner.query(
    `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_address_check" CHECK (("identifier_id" IS NULL) = ("kind" IN (${withoutIdentifier})))`,
  );
}
