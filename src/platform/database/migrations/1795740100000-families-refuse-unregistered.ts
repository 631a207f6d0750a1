import { ForwardMigration } from './forward-migration.js';

/** A family may refuse applications that nobody registered (D430). */
export class FamiliesRefuseUnregistered1795740100000 extends ForwardMigration {
  readonly name = 'FamiliesRefuseUnregistered1795740100000';
  override readonly statements = [
    `ALTER TABLE "family" ADD "refuses_unregistered" boolean NOT NULL DEFAULT false`,
  ];
}
