import { ForwardMigration } from './forward-migration.js';

/** Clients that authenticate by a key (D410), and those of the profile fapi2 (D412). */
export class ClientKeys1795720000000 extends ForwardMigration {
  readonly name = 'ClientKeys1795720000000';
  override readonly statements = [
    `ALTER TABLE "client" ADD "requires_private_key_jwt" boolean NOT NULL DEFAULT false`,
    `ALTER TABLE "client" DROP CONSTRAINT "client_profile_check"`,
    `ALTER TABLE "client" ADD CONSTRAINT "client_profile_check" CHECK ("profile" IN ('interface', 'strict', 'fapi2'))`,
  ];
}
