import { ForwardMigration } from './forward-migration.js';

/** How one signed in, beside when; what a client asks of it (D251). Rows that there are: by a password. */
export class HowOneSignedIn1795504000000 extends ForwardMigration {
  readonly name = 'HowOneSignedIn1795504000000';
  override readonly statements = [
    'ALTER TABLE "token_grant" ADD "methods" text',
    'ALTER TABLE "authorization_code" ADD "methods" text',
    'ALTER TABLE "authorization_context" ADD "acr_values" character varying(255)',
  ];
}
