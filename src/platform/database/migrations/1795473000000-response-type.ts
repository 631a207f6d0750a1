import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an authorization is answered with. */
export class ResponseType1795473000000 implements MigrationInterface {
  name = 'ResponseType1795473000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "authorization_context" ADD "response_type" text NOT NULL DEFAULT 'code'
         CONSTRAINT "authorization_context_response_type_check" CHECK ("response_type" IN ('code', 'id_token'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "authorization_context" DROP COLUMN "response_type"`);
  }
}
