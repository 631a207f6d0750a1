import { ForwardMigration } from './forward-migration.js';

/** The costs of other systems' password hashes, each found by the first of its kind. Accounts are not changed. */
export class ForeignHashCosts1795545000000 extends ForwardMigration {
  readonly name = 'ForeignHashCosts1795545000000';
  override readonly statements = [
    `DROP INDEX "account_foreign_hash_idx"`,
    String.raw`CREATE INDEX "account_foreign_hash_idx" ON "account" ((coalesce(substring(password_hash from '^scrypt\$[^$]+(\$\d+\$\d+\$\d+)\$'), regexp_replace(password_hash, '\$[^$]*\$[^$]*$', '')) || ':' || length(substring(password_hash from '[^$]*$')))) WHERE "password_hash" NOT LIKE '$2%'`,
  ];
}
