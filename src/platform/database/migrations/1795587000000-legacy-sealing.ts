import { ForwardMigration } from './forward-migration.js';

/**
 * A row says that MASTER_KEY itself seals, until `reseal` says that no node of 0.2 is left (D331). A new database has none:
 * it is one where no node has served yet, since each makes the `instance_secret` as it starts.
 */
export class LegacySealing1795587000000 extends ForwardMigration {
  readonly name = 'LegacySealing1795587000000';
  override readonly statements = [
    `CREATE TABLE "legacy_sealing" ("id" smallint NOT NULL, CONSTRAINT "legacy_sealing_one_check" CHECK ("id" = 1), CONSTRAINT "legacy_sealing_pkey" PRIMARY KEY ("id"))`,
    `INSERT INTO "legacy_sealing" ("id") SELECT 1 FROM "instance_secret"`,
  ];
}
