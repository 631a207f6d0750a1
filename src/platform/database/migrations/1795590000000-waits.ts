import { ForwardMigration } from './forward-migration.js';

/** A recovery says who began it, and when a link stopped one; handing a family over may wait, and notices be held. */
export class Waits1795590000000 extends ForwardMigration {
  readonly name = 'Waits1795590000000';
  override readonly statements = [
    `ALTER TABLE "factor_recovery" ADD "by_administrator" boolean NOT NULL DEFAULT false`,
    `ALTER TABLE "factor_recovery" ADD "stopped_at" TIMESTAMP WITH TIME ZONE`,
    `CREATE TABLE "family_hand_over" ("family_id" bigint NOT NULL, "account_id" bigint NOT NULL, "next_id" bigint NOT NULL, "sign_in_id" bigint, "asked_at" TIMESTAMP WITH TIME ZONE NOT NULL, "begins_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "family_hand_over_pkey" PRIMARY KEY ("family_id"))`,
    `CREATE INDEX "family_hand_over_account_id_idx" ON "family_hand_over" ("account_id") `,
    `CREATE INDEX "family_hand_over_next_id_idx" ON "family_hand_over" ("next_id") `,
    `CREATE INDEX "family_hand_over_begins_at_idx" ON "family_hand_over" ("begins_at") `,
    `ALTER TABLE "family_hand_over" ADD CONSTRAINT "family_hand_over_family_id_fkey" FOREIGN KEY ("family_id") REFERENCES "family"("id") ON DELETE CASCADE`,
    `ALTER TABLE "family_hand_over" ADD CONSTRAINT "family_hand_over_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    `ALTER TABLE "family_hand_over" ADD CONSTRAINT "family_hand_over_next_id_fkey" FOREIGN KEY ("next_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    `ALTER TABLE "invitation" DROP CONSTRAINT "invitation_kind_check"`,
    `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_kind_check" CHECK ("kind" IN ('invitation', 'confirmation', 'addition', 'reset', 'membership', 'recovery', 'disown', 'putBack', 'handOver'))`,
    `ALTER TABLE "outbox_message" ADD "held_until" TIMESTAMP WITH TIME ZONE`,
    `ALTER TABLE "outbox_message" ADD "by_other" boolean NOT NULL DEFAULT false`,
    `CREATE INDEX "outbox_message_held_idx" ON "outbox_message" ("account_id", "channel", "recipient", "held_until", "id") WHERE "held_until" IS NOT NULL AND "next_at" IS NOT NULL`,
  ];
}
