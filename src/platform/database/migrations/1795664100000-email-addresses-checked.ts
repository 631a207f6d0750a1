import type { MigrationInterface, QueryRunner } from 'typeorm';
import { putInOneForm } from './1795640000000-email-addresses.js';

/** Letters that have a small form of their own alone (J̌) were kept in two: the normal form was made before the small one. */
const ONE_FORM_OF_LETTERS = `UPDATE "account_identifier" i SET "normalized" = normalize(i."normalized", NFC)
  WHERE i."issuer" = '' AND i."type" <> 'Email' AND i."normalized" IS NOT NFC NORMALIZED
    AND NOT EXISTS (SELECT FROM "account_identifier" o WHERE o."issuer" = '' AND o."normalized" = normalize(i."normalized", NFC))`;

/** What nodes of the version before wrote between the two migrations before this one; then the constraint holds for all rows. */
export class EmailAddressesChecked1795664100000 implements MigrationInterface {
  name = 'EmailAddressesChecked1795664100000';

  async up(runner: QueryRunner): Promise<void> {
    await putInOneForm(runner);
    await runner.query(ONE_FORM_OF_LETTERS);
    // Neither readers nor writers wait for this.
    await runner.query(
      `ALTER TABLE "account_identifier" VALIDATE CONSTRAINT "account_identifier_email_check"`,
    );
  }

  async down(): Promise<void> {
    // Nothing to undo: a constraint can't be made less than valid, and the one before drops it.
  }
}
