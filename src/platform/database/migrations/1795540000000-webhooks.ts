import { ForwardMigration } from './forward-migration.js';

/**
 * Webhooks, and the events that they are told (D275). In 0.2.0 this also made triggers that decided about events. They are
 * gone since `RowChanges1795665000000`: a database that runs both never had them.
 */
export class Webhooks1795540000000 extends ForwardMigration {
  readonly name = 'Webhooks1795540000000';
  override readonly statements = [
    `CREATE TABLE "webhook" ("id" uuid NOT NULL, "client_id" bigint NOT NULL, "url" text NOT NULL, "events" text array NOT NULL, "description" text, "is_enabled" boolean NOT NULL DEFAULT true, "sealed_secret" bytea NOT NULL, "sealed_previous" bytea, "previous_ends_at" TIMESTAMP WITH TIME ZONE, "failures" integer NOT NULL DEFAULT '0', "retry_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "webhook_pkey" PRIMARY KEY ("id"))`,
    `CREATE INDEX "webhook_client_id_idx" ON "webhook" ("client_id") `,
    `ALTER TABLE "webhook" ADD CONSTRAINT "webhook_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE`,
    `CREATE TABLE "subject_event" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "transaction_id" bigint NOT NULL, "kind" text NOT NULL, "subject" text NOT NULL, "data" jsonb NOT NULL, "created_by" bigint, "client_ids" bigint array NOT NULL, "occurred_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "subject_event_pkey" PRIMARY KEY ("id"))`,
    `CREATE INDEX "subject_event_transaction_id_idx" ON "subject_event" ("transaction_id", "subject") `,
    `CREATE TABLE "webhook_sequence" ("subject" text NOT NULL, "webhook_id" uuid NOT NULL, "last" bigint NOT NULL, "ends_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "webhook_sequence_pkey" PRIMARY KEY ("subject", "webhook_id"))`,
    `CREATE INDEX "webhook_sequence_webhook_id_idx" ON "webhook_sequence" ("webhook_id") `,
    `CREATE INDEX "webhook_sequence_ends_at_idx" ON "webhook_sequence" ("ends_at") WHERE "ends_at" IS NOT NULL`,
    `CREATE TABLE "webhook_delivery" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "webhook_id" uuid NOT NULL, "message_id" uuid NOT NULL, "kind" text NOT NULL, "subject" text NOT NULL, "sequence" bigint NOT NULL, "data" jsonb NOT NULL, "occurred_at" TIMESTAMP WITH TIME ZONE NOT NULL, "attempts" integer NOT NULL DEFAULT '0', "next_at" TIMESTAMP WITH TIME ZONE, "gives_up_at" TIMESTAMP WITH TIME ZONE NOT NULL, "delivered_at" TIMESTAMP WITH TIME ZONE, "forget_at" TIMESTAMP WITH TIME ZONE, "status" integer, "answer" text, "duration_ms" integer, "tried_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id"))`,
    `CREATE INDEX "webhook_delivery_gives_up_at_idx" ON "webhook_delivery" ("gives_up_at") WHERE "next_at" IS NOT NULL`,
    `CREATE INDEX "webhook_delivery_forget_at_idx" ON "webhook_delivery" ("forget_at") WHERE "forget_at" IS NOT NULL`,
    `CREATE INDEX "webhook_delivery_failed_idx" ON "webhook_delivery" ("webhook_id", "id") WHERE "next_at" IS NULL AND "delivered_at" IS NULL`,
    `CREATE INDEX "webhook_delivery_webhook_id_idx" ON "webhook_delivery" ("webhook_id", "id") `,
    `CREATE INDEX "webhook_delivery_due_idx" ON "webhook_delivery" ("webhook_id", "next_at") WHERE "next_at" IS NOT NULL`,
  ];
}
