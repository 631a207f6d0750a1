import { Injectable } from '@nestjs/common';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import { AccountService } from '../../identity/accounts/account.service.js';
import { candidatesFor } from '../../identity/accounts/identifier.js';
import { FactorRecoveries } from '../../identity/recovery/factor-recoveries.js';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';

/** Begins the way back in without the second factor (D250), for whoever asks or by an administrator. */
@Injectable()
export class RecoveryLinks {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly recoveries: FactorRecoveries,
    private readonly audit: AuditLog,
  ) {}

  /** An administrator begins it: with the same wait, which nobody can skip. */
  startFor(accountId: Long, actor: AuditActor): ReturnType<FactorRecoveries['start']> {
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account) throw new CallError(Errors.accountDoesNotExist, { accountId });
      const outcome = await this.recoveries.start(tx, account);
      if (outcome !== 'sent') return outcome;
      const target = `account:${accountId}`;
      await this.audit.record({ ...actor, action: 'account.recovery_started', outcome: 'ok', target }, tx);
      return outcome;
    });
  }

  /** For the account that has the identifier, if there is one, and if it has a second factor. */
  async ask(identifier: string, address: string): Promise<void> {
    const accountId = await this.accounts.findByIdentifier(candidatesFor(identifier));
    if (accountId === null) return;
    await this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account || (await this.recoveries.start(tx, account)) !== 'sent') return;
      await this.audit.record({ action: 'recovery.asked', outcome: 'ok', accountId, address }, tx);
    });
  }
}
