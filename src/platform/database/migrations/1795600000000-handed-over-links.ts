import { ForwardMigration } from './forward-migration.js';

/** A link says whether it was handed over: using it does not show that anybody reads the address that it names. */
export class HandedOverLinks1795600000000 extends ForwardMigration {
  readonly name = 'HandedOverLinks1795600000000';
  override readonly statements = [
    `ALTER TABLE "invitation" ADD "is_handed_over" boolean NOT NULL DEFAULT false`,
  ];
}
