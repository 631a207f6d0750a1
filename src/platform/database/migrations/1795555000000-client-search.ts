import { ForwardMigration } from './forward-migration.js';

/** Byte order ("C"), whatever the database's collation: the beginning of a text is a range. */
export class ClientSearch1795555000000 extends ForwardMigration {
  readonly name = 'ClientSearch1795555000000';
  override readonly statements = [
    `CREATE INDEX "client_id_search_idx" ON "client" ((lower("client_id") COLLATE "C"))`,
    `CREATE INDEX "client_name_search_idx" ON "client" ((lower("name") COLLATE "C"), "client_id")`,
  ];
}
