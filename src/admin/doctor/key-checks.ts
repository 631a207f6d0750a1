import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { usesSubkeys } from '../../platform/security/legacy-sealing.js';
import { ok, warning, type CheckView } from './check.view.js';

/** Checks by which keys the database is encrypted at rest. */
@Injectable()
export class KeyChecks {
  constructor(private readonly database: Database) {}

  async run(): Promise<CheckView> {
    if (await usesSubkeys(this.database.dataSource))
      return ok('encryption at rest', 'under a key for each purpose');
    const advice =
      'Run node dist/main.js reseal once no node of 0.2 is left: they can’t open what is sealed anew.';
    return warning('encryption at rest', 'as in 0.2, under MASTER_KEY itself for every purpose', advice);
  }
}
