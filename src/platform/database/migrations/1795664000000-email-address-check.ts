import { ForwardMigration } from './forward-migration.js';

const NAME = '"account_identifier_email_check"';

/** From now on no node of the version before writes an address in another form (D352). What is there is not looked at yet. */
export class EmailAddressCheck1795664000000 extends ForwardMigration {
  readonly name = 'EmailAddressCheck1795664000000';
  override readonly statements = [
    `ALTER TABLE "account_identifier" DROP CONSTRAINT IF EXISTS ${NAME},
         ADD CONSTRAINT ${NAME} CHECK ("type" <> 'Email' OR "normalized" ~ '@[a-z0-9.-]+$') NOT VALID`,
  ];
}
