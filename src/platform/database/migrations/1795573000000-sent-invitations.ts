import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a member sent is kept apart from the links that it led to; and which accounts were made for it alone. */
export class SentInvitations1795573000000 implements MigrationInterface {
  name = 'SentInvitations1795573000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "sent_invitation" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "family_id" bigint, "invited_by" bigint, "invited_as" text NOT NULL, "address" text NOT NULL, "member_type" smallint NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "ended_at" TIMESTAMP WITH TIME ZONE, "ended_by" text, CONSTRAINT "sent_invitation_ended_by_check" CHECK ("ended_by" IN ('used', 'replaced', 'withdrawn', 'declined', 'password', 'removed', 'role', 'secured', 'account')), CONSTRAINT "sent_invitation_pkey" PRIMARY KEY ("id"))`,
    );
    for (const column of ['family_id', 'invited_by', 'expires_at'])
      await runner.query(`CREATE INDEX "sent_invitation_${column}_idx" ON "sent_invitation" ("${column}") `);
    await runner.query(
      `CREATE TABLE "invited_account" ("account_id" bigint NOT NULL, CONSTRAINT "invited_account_pkey" PRIMARY KEY ("account_id"))`,
    );
    await runner.query(`ALTER TABLE "invitation" ADD "sent_id" bigint`);
    await runner.query(
      `CREATE INDEX "invitation_sent_id_idx" ON "invitation" ("sent_id") WHERE "sent_id" IS NOT NULL`,
    );
    await runner.query(
      `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_sent_id_fkey" FOREIGN KEY ("sent_id") REFERENCES "sent_invitation"("id") ON DELETE SET NULL`,
    );
    for (const [table, column, target, then] of [
      ['sent_invitation', 'family_id', 'family', 'SET NULL'],
      ['sent_invitation', 'invited_by', 'account', 'SET NULL'],
      ['invited_account', 'account_id', 'account', 'CASCADE'],
    ])
      await runner.query(
        `ALTER TABLE "${table}" ADD CONSTRAINT "${table}_${column}_fkey" FOREIGN KEY ("${column}") REFERENCES "${target}"("id") ON DELETE ${then}`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "invitation" DROP COLUMN "sent_id"`);
    await runner.query(`DROP TABLE "invited_account"`);
    await runner.query(`DROP TABLE "sent_invitation"`);
  }
}
