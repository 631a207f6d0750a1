import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How one signed in, beside when; what a client asks of it (D251). Rows that there are: by a password. */
export class HowOneSignedIn1795504000000 implements MigrationInterface {
  name = 'HowOneSignedIn1795504000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "token_grant" ADD "methods" text');
    await queryRunner.query('ALTER TABLE "authorization_code" ADD "methods" text');
    await queryRunner.query('ALTER TABLE "authorization_context" ADD "acr_values" character varying(255)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "authorization_context" DROP COLUMN "acr_values"');
    await queryRunner.query('ALTER TABLE "authorization_code" DROP COLUMN "methods"');
    await queryRunner.query('ALTER TABLE "token_grant" DROP COLUMN "methods"');
  }
}
