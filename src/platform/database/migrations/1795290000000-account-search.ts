import type { MigrationInterface, QueryRunner } from 'typeorm';

// Byte order ("C"), whatever the database's collation: a prefix is a range, and keyset pagination continues correctly.
const UP = [
  `CREATE INDEX "account_name_search_idx" ON "account" ((lower("name") COLLATE "C"), "id")`,
  `CREATE INDEX "account_identifier_search_idx" ON "account_identifier" (("normalized" COLLATE "C"), "account_id")`,
  `CREATE INDEX "account_status_idx" ON "account" ("status", "id")`,
  `DROP INDEX "account_role_idx"`,
  `CREATE INDEX "account_role_idx" ON "account" ("role", "id") WHERE "role" IS NOT NULL`,
  `CREATE INDEX "family_name_search_idx" ON "family" ((lower("name") COLLATE "C"), "id")`,
  `DROP INDEX "token_grant_client_id_idx"`,
  `CREATE INDEX "token_grant_client_id_idx" ON "token_grant" ("client_id", "id")`,
];

const DOWN = [
  `DROP INDEX "token_grant_client_id_idx"`,
  `CREATE INDEX "token_grant_client_id_idx" ON "token_grant" ("client_id")`,
  `DROP INDEX "family_name_search_idx"`,
  `DROP INDEX "account_role_idx"`,
  `CREATE INDEX "account_role_idx" ON "account" ("role") WHERE "role" IS NOT NULL`,
  `DROP INDEX "account_status_idx"`,
  `DROP INDEX "account_identifier_search_idx"`,
  `DROP INDEX "account_name_search_idx"`,
];

export class AccountSearch1795290000000 implements MigrationInterface {
  name = 'AccountSearch1795290000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
