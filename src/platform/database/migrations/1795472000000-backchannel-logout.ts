import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which sign-in a grant comes from, where its client is told of the end, and messages to programs (D214). */
const UP = [
  `ALTER TABLE "client" ADD "backchannel_logout_uri" text`,
  `ALTER TABLE "authorization_context" ADD "sid" character varying(43)`,
  `ALTER TABLE "authorization_code" ADD "sid" character varying(43)`,
  `ALTER TABLE "token_grant" ADD "sid" character varying(43)`,
  `ALTER TABLE "outbox_message" ALTER COLUMN "account_id" DROP NOT NULL`,
  `ALTER TABLE "outbox_message" DROP CONSTRAINT "outbox_message_channel_check"`,
  `ALTER TABLE "outbox_message" ADD CONSTRAINT "outbox_message_channel_check" CHECK ("channel" IN ('email', 'sms', 'handover', 'backchannel'))`,
];
const DOWN = [
  `DELETE FROM "outbox_message" WHERE "channel" = 'backchannel'`,
  `ALTER TABLE "outbox_message" DROP CONSTRAINT "outbox_message_channel_check"`,
  `ALTER TABLE "outbox_message" ADD CONSTRAINT "outbox_message_channel_check" CHECK ("channel" IN ('email', 'sms', 'handover'))`,
  `ALTER TABLE "outbox_message" ALTER COLUMN "account_id" SET NOT NULL`,
  `ALTER TABLE "token_grant" DROP COLUMN "sid"`,
  `ALTER TABLE "authorization_code" DROP COLUMN "sid"`,
  `ALTER TABLE "authorization_context" DROP COLUMN "sid"`,
  `ALTER TABLE "client" DROP COLUMN "backchannel_logout_uri"`,
];

export class BackchannelLogout1795472000000 implements MigrationInterface {
  name = 'BackchannelLogout1795472000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
