import { ForwardMigration } from './forward-migration.js';

/** Pages of a client that are at another origin than its RedirectUrls. */
export class AllowedOrigins1795508000000 extends ForwardMigration {
  readonly name = 'AllowedOrigins1795508000000';
  override readonly statements = [
    `ALTER TABLE "client" ADD "allowed_origins" text array NOT NULL DEFAULT '{}'`,
  ];
}
