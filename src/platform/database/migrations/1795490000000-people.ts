import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members who invite others (D236), and accounts that are deleted after seven days (D237). */
const UP = [
  `ALTER TABLE "account" ADD "deletes_at" TIMESTAMP WITH TIME ZONE`,
  `ALTER TABLE "family_member" ADD "invited_by" bigint`,
  `ALTER TABLE "invitation" ADD "invited_by" bigint`,
  `ALTER TABLE "invitation" ADD "invited_as" text`,
  `CREATE INDEX "account_deletes_at_idx" ON "account" ("deletes_at") WHERE "deletes_at" IS NOT NULL`,
  `CREATE INDEX "family_member_invited_by_idx" ON "family_member" ("invited_by") WHERE "invited_by" IS NOT NULL`,
  `CREATE INDEX "invitation_invited_by_idx" ON "invitation" ("invited_by") WHERE "invited_by" IS NOT NULL`,
  `CREATE INDEX "invitation_of_members_idx" ON "invitation" ("expires_at") WHERE "invited_as" IS NOT NULL AND "kind" = 'invitation' AND "used_at" IS NULL`,
  `ALTER TABLE "family_member" ADD CONSTRAINT "family_member_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "account"("id") ON DELETE SET NULL`,
  `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "account"("id") ON DELETE SET NULL`,
];
const DOWN = [
  `ALTER TABLE "invitation" DROP COLUMN "invited_as"`,
  `ALTER TABLE "invitation" DROP COLUMN "invited_by"`,
  `ALTER TABLE "family_member" DROP COLUMN "invited_by"`,
  `ALTER TABLE "account" DROP COLUMN "deletes_at"`,
];

export class People1795490000000 implements MigrationInterface {
  name = 'People1795490000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
