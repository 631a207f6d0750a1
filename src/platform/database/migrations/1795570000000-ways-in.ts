import { ForwardMigration } from './forward-migration.js';

/** What ends a link is told, no longer guessed from its time; and each grant tells how it came to be. */
export class WaysIn1795570000000 extends ForwardMigration {
  readonly name = 'WaysIn1795570000000';
  override readonly statements = [
    `ALTER TABLE "invitation" ADD "ended_by" text CONSTRAINT "invitation_ended_by_check" CHECK ("ended_by" IN
      ('used', 'replaced', 'withdrawn', 'declined', 'password', 'removed', 'role', 'secured', 'account'))`,
    `UPDATE "invitation" SET "ended_by" = 'used' WHERE "used_at" IS NOT NULL`,
    // Until now a link was ended by moving its time: it had less than its kind is given.
    `UPDATE "invitation" SET "used_at" = "expires_at", "ended_by" = 'replaced'
      WHERE "used_at" IS NULL AND "expires_at" - "created_at" < CASE "kind" WHEN 'reset' THEN interval '1 hour'
        WHEN 'recovery' THEN interval '15 days' ELSE interval '7 days' END`,
    `DROP INDEX "invitation_of_members_idx"`,
    `CREATE INDEX "invitation_of_members_idx" ON "invitation" ("expires_at")
      WHERE "invited_as" IS NOT NULL AND "kind" = 'invitation' AND ("used_at" IS NULL OR "ended_by" <> 'used')`,
    `ALTER TABLE "token_grant" ADD "origin" smallint`, // last: nobody may read the table until the end
  ];
}
