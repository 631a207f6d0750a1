import { ForwardMigration } from './forward-migration.js';

/** The time zone that a person chose; before, times were told in UTC. */
export class AccountTimeZone1795660000000 extends ForwardMigration {
  readonly name = 'AccountTimeZone1795660000000';
  override readonly statements = [`ALTER TABLE "account" ADD "time_zone" text`];
}
