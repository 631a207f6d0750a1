import type { MigrationInterface, QueryRunner } from 'typeorm';

const ADDED = [
  ['client', '"dpop_bound_access_tokens" boolean NOT NULL DEFAULT false'],
  ['client', '"requires_dpop_nonce" boolean NOT NULL DEFAULT false'],
  ['token_grant', '"key_thumbprint" bytea'],
  ['authorization_code', '"dpop_jkt" bytea'],
  ['authorization_context', '"dpop_jkt" bytea'],
] as const;

/** Tokens that are bound to a key (RFC 9449). */
export class Dpop1795510000000 implements MigrationInterface {
  name = 'Dpop1795510000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of ADDED) await runner.query(`ALTER TABLE "${table}" ADD ${column}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of ADDED.toReversed())
      await runner.query(`ALTER TABLE "${table}" DROP COLUMN ${column.split(' ')[0]}`);
  }
}
