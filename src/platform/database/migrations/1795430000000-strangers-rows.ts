import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Maximum length of each column that unauthenticated callers fill; longer values were accepted before. */
const BOUNDS = {
  authorization_context: {
    redirect_uri: 2048,
    state: 12_288,
    scope: 255,
    code_challenge: 43,
    prompt: 255,
    login_hint: 255,
    ui_locales: 255,
    nonce: 255,
  },
  authorization_code: { redirect_uri: 2048, scope: 255, code_challenge: 43, nonce: 255 },
} as const;

/** Limits for rows that unauthenticated callers create: the length of each, and by budgets their number. */
export class StrangersRows1795430000000 implements MigrationInterface {
  name = 'StrangersRows1795430000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, bounds] of Object.entries(BOUNDS)) {
      const columns = Object.entries(bounds);
      // They expire within minutes, and such a row could not be used anyway.
      const isTooLong = columns.map(([column, most]) => `char_length("${column}") > ${most}`).join(' OR ');
      await runner.query(`DELETE FROM "${table}" WHERE ${isTooLong}`);
      const types = columns.map(
        ([column, most]) => `ALTER COLUMN "${column}" TYPE character varying(${most})`,
      );
      await runner.query(`ALTER TABLE "${table}" ${types.join(', ')}`);
    }
    await runner.query(
      `CREATE TABLE "budget" ("key" bytea NOT NULL, "refilled_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "budget_pkey" PRIMARY KEY ("key"))`,
    );
    // Unlogged: each row matters for minutes, and nobody waits for a disk while it is locked. After a crash of
    // PostgreSQL the table is empty, and all budgets are full again.
    await runner.query(`ALTER TABLE "budget" SET UNLOGGED`);
    await runner.query(`ALTER TABLE "client" ADD "server_networks" text array NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "client" DROP COLUMN "server_networks"`);
    await runner.query(`DROP TABLE "budget"`);
    for (const [table, bounds] of Object.entries(BOUNDS)) {
      const types = Object.keys(bounds).map((column) => `ALTER COLUMN "${column}" TYPE text`);
      await runner.query(`ALTER TABLE "${table}" ${types.join(', ')}`);
    }
  }
}
