import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an authorization request may say besides, and when the user of a grant gave the password. */
const UP = [
  `ALTER TABLE "authorization_context" ADD "response_mode" text`,
  `ALTER TABLE "authorization_context" ADD "hinted_account_id" bigint`,
  `ALTER TABLE "token_grant" ADD "auth_time" TIMESTAMP WITH TIME ZONE`,
];
const DOWN = [
  `ALTER TABLE "token_grant" DROP COLUMN "auth_time"`,
  `ALTER TABLE "authorization_context" DROP COLUMN "hinted_account_id"`,
  `ALTER TABLE "authorization_context" DROP COLUMN "response_mode"`,
];

export class OpenIdRequests1795471000000 implements MigrationInterface {
  name = 'OpenIdRequests1795471000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
