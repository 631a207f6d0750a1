import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What happens by the hour, and how many accounts are active (D238). */
const UP = [
  `CREATE TABLE "hourly_count" ("hour" TIMESTAMP WITH TIME ZONE NOT NULL, "kind" text NOT NULL, "count" bigint NOT NULL, CONSTRAINT "hourly_count_pkey" PRIMARY KEY ("hour", "kind"))`,
  `CREATE TABLE "active_accounts" ("span" text NOT NULL, "starts_at" TIMESTAMP WITH TIME ZONE NOT NULL, "node" text NOT NULL, "sketch" bytea NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "active_accounts_pkey" PRIMARY KEY ("span", "starts_at", "node"))`,
];
const DOWN = [`DROP TABLE "active_accounts"`, `DROP TABLE "hourly_count"`];

export class Activity1795480000000 implements MigrationInterface {
  name = 'Activity1795480000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
