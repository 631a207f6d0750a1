import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'invitation', 'confirmation', 'addition', 'reset', 'membership', 'recovery', 'disown', 'putBack'`;

/** A recovery says who began it, and when a link stopped one; handing a family over may wait, and notices be held. */
export class Waits1795590000000 implements MigrationInterface {
  name = 'Waits1795590000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "factor_recovery" ADD "by_administrator" boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE "factor_recovery" ADD "stopped_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(
      `CREATE TABLE "family_hand_over" ("family_id" bigint NOT NULL, "account_id" bigint NOT NULL, "next_id" bigint NOT NULL, "sign_in_id" bigint, "asked_at" TIMESTAMP WITH TIME ZONE NOT NULL, "begins_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "family_hand_over_pkey" PRIMARY KEY ("family_id"))`,
    );
    for (const column of ['account_id', 'next_id', 'begins_at'])
      await runner.query(
        `CREATE INDEX "family_hand_over_${column}_idx" ON "family_hand_over" ("${column}") `,
      );
    for (const [column, target] of [
      ['family_id', 'family'],
      ['account_id', 'account'],
      ['next_id', 'account'],
    ])
      await runner.query(
        `ALTER TABLE "family_hand_over" ADD CONSTRAINT "family_hand_over_${column}_fkey" FOREIGN KEY ("${column}") REFERENCES "${target}"("id") ON DELETE CASCADE`,
      );
    await this.allowKinds(runner, `${KINDS}, 'handOver'`);
    await runner.query(`ALTER TABLE "outbox_message" ADD "held_until" TIMESTAMP WITH TIME ZONE`);
    await runner.query(`ALTER TABLE "outbox_message" ADD "by_other" boolean NOT NULL DEFAULT false`);
    await runner.query(
      `CREATE INDEX "outbox_message_held_idx" ON "outbox_message" ("account_id", "channel", "recipient", "held_until", "id") WHERE "held_until" IS NOT NULL AND "next_at" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "outbox_message_held_idx"`);
    for (const column of ['by_other', 'held_until'])
      await runner.query(`ALTER TABLE "outbox_message" DROP COLUMN "${column}"`);
    await runner.query(`DELETE FROM "invitation" WHERE "kind" = 'handOver'`);
    await this.allowKinds(runner, KINDS);
    await runner.query(`DROP TABLE "family_hand_over"`);
    await runner.query(`ALTER TABLE "factor_recovery" DROP COLUMN "stopped_at"`);
    await runner.query(`ALTER TABLE "factor_recovery" DROP COLUMN "by_administrator"`);
  }

  private async allowKinds(runner: QueryRunner, kinds: string): Promise<void> {
    await runner.query(`ALTER TABLE "invitation" DROP CONSTRAINT "invitation_kind_check"`);
    await runner.query(
      `ALTER TABLE "invitation" ADD CONSTRAINT "invitation_kind_check" CHECK ("kind" IN (${kinds}))`,
    );
  }
}
