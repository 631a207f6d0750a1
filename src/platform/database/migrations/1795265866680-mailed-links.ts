import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "invitation" ADD "new_type" text`,
  `ALTER TABLE "invitation" ADD "new_value" text`,
  `ALTER TABLE "invitation" ALTER COLUMN "identifier_id" DROP NOT NULL`,
  `ALTER TABLE "invitation" DROP CONSTRAINT "invitation_kind_check"`,
  `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_kind_check" CHECK ("kind" IN ('invitation', 'confirmation', 'addition', 'reset'))`,
  `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_address_check" CHECK (("identifier_id" IS NULL) = ("kind" = 'addition'))`,
  `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_new_value_check" CHECK (("new_value" IS NULL) = ("identifier_id" IS NOT NULL))`,
];

const DOWN = [
  `DELETE FROM "invitation" WHERE "kind" IN ('addition', 'reset')`,
  `ALTER TABLE "invitation" DROP CONSTRAINT "invitation_new_value_check"`,
  `ALTER TABLE "invitation" DROP CONSTRAINT "invitation_address_check"`,
  `ALTER TABLE "invitation" DROP CONSTRAINT "invitation_kind_check"`,
  `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_kind_check" CHECK ("kind" IN ('invitation', 'confirmation'))`,
  `ALTER TABLE "invitation" ALTER COLUMN "identifier_id" SET NOT NULL`,
  `ALTER TABLE "invitation" DROP COLUMN "new_value"`,
  `ALTER TABLE "invitation" DROP COLUMN "new_type"`,
];

export class MailedLinks1795265866680 implements MigrationInterface {
  name = 'MailedLinks1795265866680';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
