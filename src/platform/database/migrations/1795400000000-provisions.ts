import type { MigrationInterface, QueryRunner } from 'typeorm';

/** New strict clients get `own` by default; existing ones keep their setting until it is changed. */
const CLIENTS = [
  `ALTER TABLE "client" ADD "provisions" text`,
  `ALTER TABLE "client" ADD CONSTRAINT "client_provisions_check" CHECK ("provisions" IN ('all', 'own'))`,
  `UPDATE "client" SET "provisions" = 'all' WHERE "profile" = 'strict'`,
];

/** Existing ones belong to no client. */
const OWNERS = ['account', 'family'].flatMap((table) => [
  `ALTER TABLE "${table}" ADD "created_by" bigint`,
  `CREATE INDEX "${table}_created_by_idx" ON "${table}" ("created_by") WHERE "created_by" IS NOT NULL`,
  `ALTER TABLE "${table}" ADD CONSTRAINT "${table}_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "client"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
]);

/**
 * Unconfirmed addresses added by provisioning become requests: the account gets them once confirmed. An address that is
 * the account's only one is kept.
 */
const LINKS = [
  `ALTER TABLE "invitation" ADD "member_type" smallint`,
  `ALTER TABLE "invitation" DROP CONSTRAINT "invitation_address_check"`,
  `ALTER TABLE "invitation" DROP CONSTRAINT "invitation_kind_check"`,
  `UPDATE "invitation" i SET "new_type" = n."type", "new_value" = n."normalized", "identifier_id" = NULL
     FROM "account_identifier" n
    WHERE n."id" = i."identifier_id" AND i."kind" = 'confirmation' AND NOT n."is_validated"
      AND EXISTS (SELECT FROM "account_identifier" o
                   WHERE o."account_id" = n."account_id" AND o."id" <> n."id" AND o."type" IN ('Email', 'Msisdn', 'Login')
                     AND (o."is_validated" OR NOT EXISTS (
                       SELECT FROM "invitation" p WHERE p."identifier_id" = o."id" AND p."kind" = 'confirmation')))`,
  `DELETE FROM "account_identifier" n USING "invitation" i
    WHERE i."kind" = 'confirmation' AND i."account_id" = n."account_id" AND i."new_value" = n."normalized"
      AND i."new_type" = n."type" AND NOT n."is_validated"`,
  `DELETE FROM "invitation" WHERE "kind" = 'confirmation' AND "identifier_id" IS NOT NULL`,
  `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_kind_check" CHECK ("kind" IN ('invitation', 'confirmation', 'addition', 'reset', 'membership'))`,
  `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_address_check" CHECK (("identifier_id" IS NULL) = ("kind" IN ('addition', 'confirmation')))`,
  `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_member_type_check" CHECK (("member_type" IS NULL) = ("kind" <> 'membership'))`,
];

/**
 * From now on an ExternalId that is not validated is one that its account has not connected yet; all existing ones
 * count.
 */
const EXTERNAL_IDS = [`UPDATE "account_identifier" SET "is_validated" = true WHERE "issuer" <> ''`];

const DOWN = [
  `DELETE FROM "invitation" WHERE "kind" IN ('confirmation', 'membership')`,
  `ALTER TABLE "invitation" DROP CONSTRAINT "invitation_member_type_check"`,
  `ALTER TABLE "invitation" DROP CONSTRAINT "invitation_address_check"`,
  `ALTER TABLE "invitation" DROP CONSTRAINT "invitation_kind_check"`,
  `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_kind_check" CHECK ("kind" IN ('invitation', 'confirmation', 'addition', 'reset'))`,
  `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_address_check" CHECK (("identifier_id" IS NULL) = ("kind" = 'addition'))`,
  `ALTER TABLE "invitation" DROP COLUMN "member_type"`,
  ...['family', 'account'].flatMap((table) => [
    `ALTER TABLE "${table}" DROP CONSTRAINT "${table}_created_by_fkey"`,
    `DROP INDEX "${table}_created_by_idx"`,
    `ALTER TABLE "${table}" DROP COLUMN "created_by"`,
  ]),
  `ALTER TABLE "client" DROP CONSTRAINT "client_provisions_check"`,
  `ALTER TABLE "client" DROP COLUMN "provisions"`,
];

export class Provisions1795400000000 implements MigrationInterface {
  name = 'Provisions1795400000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...CLIENTS, ...OWNERS, ...LINKS, ...EXTERNAL_IDS]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
