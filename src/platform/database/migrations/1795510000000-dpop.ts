import { ForwardMigration } from './forward-migration.js';

/** Tokens that are bound to a key (RFC 9449). */
export class Dpop1795510000000 extends ForwardMigration {
  readonly name = 'Dpop1795510000000';
  override readonly statements = [
    `ALTER TABLE "client" ADD "dpop_bound_access_tokens" boolean NOT NULL DEFAULT false`,
    `ALTER TABLE "client" ADD "requires_dpop_nonce" boolean NOT NULL DEFAULT false`,
    `ALTER TABLE "token_grant" ADD "key_thumbprint" bytea`,
    `ALTER TABLE "authorization_code" ADD "dpop_jkt" bytea`,
    `ALTER TABLE "authorization_context" ADD "dpop_jkt" bytea`,
  ];
}
