import { ForwardMigration } from './forward-migration.js';

/**
 * When its owner last read an address: for those that are there, the day of the upgrade. And links in notices, which stop
 * what the notice tells of.
 */
export class AddressStanding1795586000000 extends ForwardMigration {
  readonly name = 'AddressStanding1795586000000';
  override readonly statements = [
    `ALTER TABLE "account_identifier" ADD "confirmed_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now()`,
    `ALTER TABLE "account_identifier" ADD "put_back_at" TIMESTAMP WITH TIME ZONE`,
    `ALTER TABLE "invitation" ADD "about" jsonb`,
    `ALTER TABLE "invitation" DROP CONSTRAINT "invitation_kind_check", DROP CONSTRAINT "invitation_address_check"`,
    `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_kind_check" CHECK ("kind" IN ('invitation', 'confirmation', 'addition', 'reset', 'membership', 'recovery', 'disown', 'putBack'))`,
    `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_address_check" CHECK (("identifier_id" IS NULL) = ("kind" IN ('addition', 'confirmation', 'putBack')))`,
  ];
}
