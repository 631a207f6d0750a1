import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "brand_image" ("key" text NOT NULL, "png" bytea NOT NULL, "unused_since" TIMESTAMP WITH TIME ZONE, CONSTRAINT "brand_image_pkey" PRIMARY KEY ("key"))`,
  `CREATE INDEX "brand_image_unused_since_idx" ON "brand_image" ("unused_since") WHERE "unused_since" IS NOT NULL`,
  `CREATE TABLE "branding" ("owner" bigint NOT NULL, "stage" text NOT NULL, "client_id" bigint, "name" text, "accent_light" text, "accent_dark" text, "logo" text, "logo_dark" text, "icon" text, "sender_name" text, "signature" text, "terms_url" text, "privacy_url" text, "support_url" text, "password_note" text, CONSTRAINT "branding_owner_check" CHECK ("owner" = coalesce("client_id", 0)), CONSTRAINT "branding_stage_check" CHECK ("stage" IN ('live', 'draft')), CONSTRAINT "branding_pkey" PRIMARY KEY ("owner", "stage"))`,
  `CREATE INDEX "branding_client_id_idx" ON "branding" ("client_id") WHERE "client_id" IS NOT NULL`,
  `ALTER TABLE "branding" ADD CONSTRAINT "branding_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];
const DOWN = [`DROP TABLE "branding"`, `DROP TABLE "brand_image"`];

/** How people's pages and mails look, of the server and of clients. */
export class Branding1795481000000 implements MigrationInterface {
  name = 'Branding1795481000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
