import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The new ones first, beside the old: whoever reads the tables meanwhile waits only for the exchange. */
function exchanged(identifierColumns: string, memberColumns: string): string[] {
  return [
    `CREATE INDEX "account_identifier_new_idx" ON "account_identifier" (${identifierColumns})`,
    `CREATE INDEX "family_member_new_idx" ON "family_member" (${memberColumns})`,
    `DROP INDEX "account_identifier_account_id_idx"`,
    `ALTER INDEX "account_identifier_new_idx" RENAME TO "account_identifier_account_id_idx"`,
    `DROP INDEX "family_member_account_id_idx"`,
    `ALTER INDEX "family_member_new_idx" RENAME TO "family_member_account_id_idx"`,
  ];
}

/** An account's lists come out of the indexes in their order: nothing is sorted, no membership is read beside its index. */
export class AccountLists1795300000000 implements MigrationInterface {
  name = 'AccountLists1795300000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of exchanged('"account_id", "id"', '"account_id", "family_id"')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of exchanged('"account_id"', '"account_id"')) await runner.query(sql);
  }
}
