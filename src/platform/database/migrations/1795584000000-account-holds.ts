import { ForwardMigration } from './forward-migration.js';

/** Accounts on hold: disabled until a time (D328). */
export class AccountHolds1795584000000 extends ForwardMigration {
  readonly name = 'AccountHolds1795584000000';
  override readonly statements = [`ALTER TABLE "account" ADD "held_until" TIMESTAMP WITH TIME ZONE`];
}
