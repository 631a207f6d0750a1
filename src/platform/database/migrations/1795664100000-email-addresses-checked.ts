import type { QueryRunner } from 'typeorm';
import { putInOneForm } from './1795640000000-email-addresses.js';
import { ForwardMigration } from './forward-migration.js';

/** What nodes of the version before wrote between the two migrations before this one; then the constraint holds for all rows. */
export class EmailAddressesChecked1795664100000 extends ForwardMigration {
  readonly name = 'EmailAddressesChecked1795664100000';
  override readonly statements = [
    // Letters with a single code point only in lower case (J̌) were kept in two: the normal form was made before the small one.
    `UPDATE "account_identifier" i SET "normalized" = normalize(i."normalized", NFC)
  WHERE i."issuer" = '' AND i."type" <> 'Email' AND i."normalized" IS NOT NFC NORMALIZED
    AND NOT EXISTS (SELECT FROM "account_identifier" o WHERE o."issuer" = '' AND o."normalized" = normalize(i."normalized", NFC))`,
    // Neither readers nor writers wait for this.
    `ALTER TABLE "account_identifier" VALIDATE CONSTRAINT "account_identifier_email_check"`,
  ];

  override async up(runner: QueryRunner): Promise<void> {
    await putInOneForm(runner);
    await super.up(runner);
  }
}
