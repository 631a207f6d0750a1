import { ForwardMigration } from './forward-migration.js';

/**
 * Browsers that an account used, what a console's session was opened with, and which accounts have a password hash of
 * another system. Accounts that there are have no list of browsers: null.
 */
export class KnownBrowsers1795505000000 extends ForwardMigration {
  readonly name = 'KnownBrowsers1795505000000';
  override readonly statements = [
    `ALTER TABLE "account" ADD "known_browsers" bytea array`,
    `ALTER TABLE "account" ALTER COLUMN "known_browsers" SET DEFAULT '{}'`,
    `CREATE INDEX "account_foreign_hash_idx" ON "account" ("id") WHERE "password_hash" NOT LIKE '$2%'`,
    `ALTER TABLE "admin_session" ADD "agent" jsonb`,
  ];
}
