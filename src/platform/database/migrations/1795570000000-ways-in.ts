import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What ends a link is told, no longer guessed from its time; and each grant tells how it came to be. */
export class WaysIn1795570000000 implements MigrationInterface {
  name = 'WaysIn1795570000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "invitation" ADD "ended_by" text CONSTRAINT "invitation_ended_by_check" CHECK ("ended_by" IN
      ('used', 'replaced', 'withdrawn', 'declined', 'password', 'removed', 'role', 'secured', 'account'))`);
    await runner.query(`UPDATE "invitation" SET "ended_by" = 'used' WHERE "used_at" IS NOT NULL`);
    // Until now a link was ended by moving its time: it had less than its kind is given.
    await runner.query(`UPDATE "invitation" SET "used_at" = "expires_at", "ended_by" = 'replaced'
      WHERE "used_at" IS NULL AND "expires_at" - "created_at" < CASE "kind" WHEN 'reset' THEN interval '1 hour'
        WHEN 'recovery' THEN interval '15 days' ELSE interval '7 days' END`);
    await this.indexInvitationsOfMembers(runner, `("used_at" IS NULL OR "ended_by" <> 'used')`);
    await runner.query(`ALTER TABLE "token_grant" ADD "origin" smallint`); // last: nobody may read the table until the end
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.indexInvitationsOfMembers(runner, `"used_at" IS NULL`);
    await runner.query(`UPDATE "invitation" SET "expires_at" = least("expires_at", "used_at"), "used_at" = NULL
      WHERE "ended_by" <> 'used'`);
    await runner.query(`ALTER TABLE "invitation" DROP COLUMN "ended_by"`);
    await runner.query(`ALTER TABLE "token_grant" DROP COLUMN "origin"`);
  }

  private async indexInvitationsOfMembers(runner: QueryRunner, open: string): Promise<void> {
    await runner.query(`DROP INDEX "invitation_of_members_idx"`);
    await runner.query(`CREATE INDEX "invitation_of_members_idx" ON "invitation" ("expires_at")
      WHERE "invited_as" IS NOT NULL AND "kind" = 'invitation' AND ${open}`);
  }
}
