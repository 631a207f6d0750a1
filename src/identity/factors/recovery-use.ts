import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Notices } from '../notifications/notices.js';
import { RecoveryCodes } from './recovery-codes.js';

interface Use {
  readonly accountId: Long;
  readonly typed: string;
  readonly address: string;
}

/** Uses recovery codes up. */
@Injectable()
export class RecoveryUse {
  constructor(
    private readonly database: Database,
    private readonly codes: RecoveryCodes,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  /** @returns false for a code that is wrong or was used: nothing was changed */
  use({ accountId, typed, address }: Use): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.codes.spend(tx, accountId, typed))) return false;
      await this.notices.add(tx, accountId, { kind: 'recoveryCodeUsed' });
      const details = { by: 'recovery' };
      await this.audit.record(
        { action: 'signin.second-factor', outcome: 'ok', accountId, address, details },
        tx,
      );
      return true;
    });
  }
}
