import { ForwardMigration } from './forward-migration.js';

/** Digests of the wrong passwords that were counted: each counts once for a network. */
export class WrongTexts1795576000000 extends ForwardMigration {
  readonly name = 'WrongTexts1795576000000';
  override readonly statements = [
    `ALTER TABLE "sign_in_throttle" ADD "texts" bytea array NOT NULL DEFAULT '{}'`,
  ];
}
