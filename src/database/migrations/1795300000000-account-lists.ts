import type { MigrationInterface, QueryRunner } from 'typeorm';

// An account's lists come out of these in their order: nothing is sorted, and a membership is not read beside its index.
const UP = [
  `DROP INDEX "account_identifier_account_id_idx"`,
  `CREATE INDEX "account_identifier_account_id_idx" ON "account_identifier" ("account_id", "id")`,
  `DROP INDEX "family_member_account_id_idx"`,
  `CREATE INDEX "family_member_account_id_idx" ON "family_member" ("account_id", "family_id")`,
];

const DOWN = [
  `DROP INDEX "family_member_account_id_idx"`,
  `CREATE INDEX "family_member_account_id_idx" ON "family_member" ("account_id")`,
  `DROP INDEX "account_identifier_account_id_idx"`,
  `CREATE INDEX "account_identifier_account_id_idx" ON "account_identifier" ("account_id")`,
];

export class AccountLists1795300000000 implements MigrationInterface {
  name = 'AccountLists1795300000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
