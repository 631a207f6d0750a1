import { ForwardMigration } from './forward-migration.js';

/** Signer keys of Firebase projects, whose password hashes can be imported. */
export class FirebaseKeys1795800000000 extends ForwardMigration {
  readonly name = 'FirebaseKeys1795800000000';
  override readonly statements = [
    `CREATE TABLE "firebase_key" ("id" text NOT NULL, "label" text NOT NULL, "signer_key" bytea NOT NULL, "created_at" timestamp with time zone NOT NULL, CONSTRAINT "firebase_key_pkey" PRIMARY KEY ("id"))`,
  ];
}
