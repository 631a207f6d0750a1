import { ForwardMigration } from './forward-migration.js';

/** A code is written twice: made, and used. With room beside it the second is in place, without a new entry in four indexes. */
export class CodesInPlace1795560000000 extends ForwardMigration {
  readonly name = 'CodesInPlace1795560000000';
  override readonly statements = [`ALTER TABLE "authorization_code" SET (fillfactor = 45)`];
}
