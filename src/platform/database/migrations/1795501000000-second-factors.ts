import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Recovery codes, browsers that an account trusts, and sign-ins to the console that wait for their second step. */
export class SecondFactors1795501000000 implements MigrationInterface {
  name = 'SecondFactors1795501000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "totp" ADD "refused" integer NOT NULL DEFAULT '0'`);
    await runner.query(
      `CREATE TABLE "recovery_code" ("account_id" bigint NOT NULL, "digest" bytea NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("account_id", "digest"))`,
    );
    await runner.query(
      `CREATE TABLE "trusted_browser" ("digest" bytea NOT NULL, "account_id" bigint NOT NULL, "agent" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "trusted_browser_pkey" PRIMARY KEY ("digest"))`,
    );
    await runner.query(
      `CREATE TABLE "held_administrator" ("digest" bytea NOT NULL, "account_id" bigint NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "held_administrator_pkey" PRIMARY KEY ("digest"))`,
    );
    for (const table of ['recovery_code', 'trusted_browser', 'held_administrator'])
      await runner.query(
        `ALTER TABLE "${table}" ADD CONSTRAINT "${table}_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
      );
    for (const table of ['trusted_browser', 'held_administrator'])
      for (const column of ['account_id', 'expires_at'])
        await runner.query(`CREATE INDEX "${table}_${column}_idx" ON "${table}" ("${column}")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['held_administrator', 'trusted_browser', 'recovery_code'])
      await runner.query(`DROP TABLE "${table}"`);
    await runner.query(`ALTER TABLE "totp" DROP COLUMN "refused"`);
  }
}
