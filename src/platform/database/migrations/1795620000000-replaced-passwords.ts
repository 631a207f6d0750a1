import { ForwardMigration } from './forward-migration.js';

/** What was suspended is taken back by a password if that was replaced (D349). An earlier node writes that it was not. */
export class ReplacedPasswords1795620000000 extends ForwardMigration {
  readonly name = 'ReplacedPasswords1795620000000';
  override readonly statements = [
    `ALTER TABLE "account_identifier" ADD COLUMN "is_password_replaced" boolean NOT NULL DEFAULT false`,
    `ALTER TABLE "suspended_passkey" ADD COLUMN "is_password_replaced" boolean NOT NULL DEFAULT false`,
  ];
}
