import { ForwardMigration } from './forward-migration.js';

/** For the clean-up: those that nobody took back. Apart, since it reads all identifiers and holds up who adds one. */
export class SuspendedIdentifiers1795581000000 extends ForwardMigration {
  readonly name = 'SuspendedIdentifiers1795581000000';
  override readonly statements = [
    `CREATE INDEX "account_identifier_suspended_at_idx" ON "account_identifier" ("suspended_at") WHERE "suspended_at" IS NOT NULL`,
  ];
}
