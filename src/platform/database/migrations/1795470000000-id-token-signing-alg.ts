import type { MigrationInterface, QueryRunner } from 'typeorm';

/** New clients get RS256; existing ones keep the ES256 that they verify today (D210). */
export class IdTokenSigningAlg1795470000000 implements MigrationInterface {
  name = 'IdTokenSigningAlg1795470000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "client" ADD "id_token_signing_alg" text NOT NULL DEFAULT 'RS256'`);
    await runner.query(
      `ALTER TABLE "client" ADD CONSTRAINT "client_id_token_signing_alg_check" CHECK ("id_token_signing_alg" IN ('RS256', 'ES256'))`,
    );
    await runner.query(`UPDATE "client" SET "id_token_signing_alg" = 'ES256'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "client" DROP CONSTRAINT "client_id_token_signing_alg_check"`);
    await runner.query(`ALTER TABLE "client" DROP COLUMN "id_token_signing_alg"`);
  }
}
