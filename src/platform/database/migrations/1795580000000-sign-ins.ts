import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What makes ways in, and what keeps in which sign-in on a page it was made. Nothing of before is filled in. */
const MADE = [
  'account_identifier',
  'passkey',
  'totp',
  'trusted_browser',
  'device_password',
  'invitation',
  'sent_invitation',
  'authorization_context',
  'authorization_code',
  'device_authorization',
  'token_grant',
];

/** Sign-ins on pages, what was made in them, and what remedies took out of use. */
export class SignIns1795580000000 implements MigrationInterface {
  name = 'SignIns1795580000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "sign_in" ("id" bigint NOT NULL, "account_id" bigint NOT NULL, "began_id" bigint NOT NULL, "at" TIMESTAMP WITH TIME ZONE NOT NULL, "methods" text, "rank" smallint NOT NULL, "agent" jsonb, CONSTRAINT "sign_in_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE TABLE "suspended_passkey" ("id" bigint NOT NULL, "account_id" bigint NOT NULL, "suspended_at" TIMESTAMP WITH TIME ZONE NOT NULL, "kept" jsonb NOT NULL, CONSTRAINT "suspended_passkey_pkey" PRIMARY KEY ("id"))`,
    );
    for (const [table, column] of [
      ['sign_in', 'account_id'],
      ['sign_in', 'at'],
      ['suspended_passkey', 'account_id'],
      ['suspended_passkey', 'suspended_at'],
    ])
      await runner.query(`CREATE INDEX "${table}_${column}_idx" ON "${table}" ("${column}") `);
    for (const table of ['sign_in', 'suspended_passkey'])
      await runner.query(
        `ALTER TABLE "${table}" ADD CONSTRAINT "${table}_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
      );
    for (const table of MADE) await runner.query(`ALTER TABLE "${table}" ADD "sign_in_id" bigint`);
    await runner.query(`ALTER TABLE "account_identifier" ADD "added_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(`ALTER TABLE "account_identifier" ADD "suspended_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(`ALTER TABLE "consent" ADD "given" jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "consent" DROP COLUMN "given"`);
    await runner.query(`ALTER TABLE "account_identifier" DROP COLUMN "suspended_at", DROP COLUMN "added_at"`);
    for (const table of MADE) await runner.query(`ALTER TABLE "${table}" DROP COLUMN "sign_in_id"`);
    await runner.query(`DROP TABLE "suspended_passkey"`);
    await runner.query(`DROP TABLE "sign_in"`);
  }
}
