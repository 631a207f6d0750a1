import { ForwardMigration } from './forward-migration.js';

/** Keeps the invitations that members sent apart from their links, and which accounts were only made for one. */
export class SentInvitations1795573000000 extends ForwardMigration {
  readonly name = 'SentInvitations1795573000000';
  override readonly statements = [
    `CREATE TABLE "sent_invitation" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "family_id" bigint, "invited_by" bigint, "invited_as" text NOT NULL, "address" text NOT NULL, "member_type" smallint NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "ended_at" TIMESTAMP WITH TIME ZONE, "ended_by" text, CONSTRAINT "sent_invitation_ended_by_check" CHECK ("ended_by" IN ('used', 'replaced', 'withdrawn', 'declined', 'password', 'removed', 'role', 'secured', 'account')), CONSTRAINT "sent_invitation_pkey" PRIMARY KEY ("id"))`,
    `CREATE INDEX "sent_invitation_family_id_idx" ON "sent_invitation" ("family_id") `,
    `CREATE INDEX "sent_invitation_invited_by_idx" ON "sent_invitation" ("invited_by") `,
    `CREATE INDEX "sent_invitation_expires_at_idx" ON "sent_invitation" ("expires_at") `,
    `CREATE TABLE "invited_account" ("account_id" bigint NOT NULL, CONSTRAINT "invited_account_pkey" PRIMARY KEY ("account_id"))`,
    `ALTER TABLE "invitation" ADD "sent_id" bigint`,
    `CREATE INDEX "invitation_sent_id_idx" ON "invitation" ("sent_id") WHERE "sent_id" IS NOT NULL`,
    `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_sent_id_fkey" FOREIGN KEY ("sent_id") REFERENCES "sent_invitation"("id") ON DELETE SET NULL`,
    `ALTER TABLE "sent_invitation" ADD CONSTRAINT "sent_invitation_family_id_fkey" FOREIGN KEY ("family_id") REFERENCES "family"("id") ON DELETE SET NULL`,
    `ALTER TABLE "sent_invitation" ADD CONSTRAINT "sent_invitation_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "account"("id") ON DELETE SET NULL`,
    `ALTER TABLE "invited_account" ADD CONSTRAINT "invited_account_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
  ];
}
