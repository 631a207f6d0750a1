import { ForwardMigration } from './forward-migration.js';

/** What makes ways in, and what keeps in which sign-in on a page it was made. Earlier rows are not filled in. */
const MADE = [
  'account_identifier',
  'passkey',
  'totp',
  'trusted_browser',
  'device_password',
  'invitation',
  'sent_invitation',
  'authorization_context',
  'authorization_code',
  'device_authorization',
  'token_grant',
];

/** Sign-ins on pages, what was made in them, and what remedies took out of use. */
export class SignIns1795580000000 extends ForwardMigration {
  readonly name = 'SignIns1795580000000';
  override readonly statements = [
    `CREATE TABLE "sign_in" ("id" bigint NOT NULL, "account_id" bigint NOT NULL, "began_id" bigint NOT NULL, "at" TIMESTAMP WITH TIME ZONE NOT NULL, "methods" text, "rank" smallint NOT NULL, "agent" jsonb, CONSTRAINT "sign_in_pkey" PRIMARY KEY ("id"))`,
    `CREATE TABLE "suspended_passkey" ("id" bigint NOT NULL, "account_id" bigint NOT NULL, "suspended_at" TIMESTAMP WITH TIME ZONE NOT NULL, "kept" jsonb NOT NULL, CONSTRAINT "suspended_passkey_pkey" PRIMARY KEY ("id"))`,
    `CREATE INDEX "sign_in_account_id_idx" ON "sign_in" ("account_id") `,
    `CREATE INDEX "sign_in_at_idx" ON "sign_in" ("at") `,
    `CREATE INDEX "suspended_passkey_account_id_idx" ON "suspended_passkey" ("account_id") `,
    `CREATE INDEX "suspended_passkey_suspended_at_idx" ON "suspended_passkey" ("suspended_at") `,
    `ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    `ALTER TABLE "suspended_passkey" ADD CONSTRAINT "suspended_passkey_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE`,
    ...MADE.map((table) => `ALTER TABLE "${table}" ADD "sign_in_id" bigint`),
    `ALTER TABLE "account_identifier" ADD "added_at" TIMESTAMP WITH TIME ZONE`,
    `ALTER TABLE "account_identifier" ADD "suspended_at" TIMESTAMP WITH TIME ZONE`,
    `ALTER TABLE "consent" ADD "given" jsonb`,
  ];
}
