import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One-time codes as a second factor, and how somebody signed in for an authorization. */
export class Totp1795500000000 implements MigrationInterface {
  name = 'Totp1795500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "totp" ("account_id" bigint NOT NULL, "sealed" bytea NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "confirmed_at" TIMESTAMP WITH TIME ZONE, "last_step" bigint, CONSTRAINT "totp_pkey" PRIMARY KEY ("account_id"))`,
    );
    await runner.query(
      `ALTER TABLE "totp" ADD CONSTRAINT "totp_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    );
    await runner.query(`ALTER TABLE "authorization_context" ADD "methods" text array`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "authorization_context" DROP COLUMN "methods"`);
    await runner.query(`DROP TABLE "totp"`);
  }
}
