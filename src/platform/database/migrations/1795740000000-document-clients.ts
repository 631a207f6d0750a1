import { ForwardMigration } from './forward-migration.js';

/** Applications that nobody registered (D427): a row with the first consent; what is open before names the document. */
export class DocumentClients1795740000000 extends ForwardMigration {
  readonly name = 'DocumentClients1795740000000';
  override readonly statements = [
    `ALTER TABLE "client" ADD "kind" text NOT NULL DEFAULT 'registered'`,
    `ALTER TABLE "client" ADD CONSTRAINT "client_kind_check" CHECK ("kind" IN ('registered', 'document'))`,
    `CREATE INDEX "client_document_idx" ON "client" ("id") WHERE "kind" = 'document'`,
    `ALTER TABLE "authorization_context" ALTER "client_id" DROP NOT NULL`,
    `ALTER TABLE "authorization_context" ADD "document_url" varchar(255)`,
    `ALTER TABLE "pushed_request" ALTER "client_id" DROP NOT NULL`,
    `ALTER TABLE "pushed_request" ADD "document_url" varchar(255)`,
  ];
}
