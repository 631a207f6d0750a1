import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the new indexes beside the old ones first: concurrent readers wait only for the exchange. */
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

/**
 * The lists of an account come from the indexes in order: nothing is sorted, and no table row of a membership is read.
 */
export class AccountLists1795300000000 implements MigrationInterface {
  name = 'AccountLists1795300000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of exchanged('"account_id", "id"', '"account_id", "family_id"')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of exchanged('"account_id"', '"account_id"')) await runner.query(sql);
  }
}
