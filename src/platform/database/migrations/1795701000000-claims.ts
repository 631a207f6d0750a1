import { ForwardMigration } from './forward-migration.js';

/** Claims that are asked for one by one (D396), what id_tokens hold (D395), and when a profile last changed. */
export class Claims1795701000000 extends ForwardMigration {
  readonly name = 'Claims1795701000000';
  override readonly statements = [
    `ALTER TABLE "client" ADD "id_token_claims" text`,
    `ALTER TABLE "client" ADD CONSTRAINT "client_id_token_claims_check" CHECK ("id_token_claims" IN ('scope', 'minimal'))`,
    `ALTER TABLE "authorization_context" ADD "claims" character varying(512)`,
    `ALTER TABLE "authorization_context" ADD "is_acr_needed" boolean NOT NULL DEFAULT false`,
    `ALTER TABLE "authorization_code" ADD "claims" character varying(512)`,
    `ALTER TABLE "token_grant" ADD "claims" text`,
    `ALTER TABLE "account" ADD "profile_changed_at" TIMESTAMP WITH TIME ZONE`,
  ];
}
