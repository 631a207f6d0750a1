import { Injectable } from '@nestjs/common';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import { FactorRecoveries } from '../../identity/recovery/factor-recoveries.js';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import { Budgets } from '../../platform/throttle/budgets.js';

type RecoveryOutcome = Awaited<ReturnType<FactorRecoveries['start']>>;

/** Begins the way back in without the second factor (D250), by its owner or by an administrator. */
@Injectable()
export class RecoveryLinks {
  constructor(
    private readonly database: Database,
    private readonly budgets: Budgets,
    private readonly recoveries: FactorRecoveries,
    private readonly audit: AuditLog,
  ) {}

  /** An administrator begins it: with the same wait, which nobody can skip. */
  startFor(accountId: Long, actor: AuditActor): Promise<RecoveryOutcome> {
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account) throw new CallError(Errors.accountDoesNotExist, { accountId });
      const outcome = await this.recoveries.start(tx, account, 'administrator');
      if (outcome !== 'sent') return outcome;
      const target = `account:${accountId}`;
      await this.audit.record({ ...actor, action: 'account.recovery_started', outcome: 'ok', target }, tx);
      return outcome;
    });
  }

  /**
   * Its owner begins it, who showed the first factor just now.
   * @returns hasRole: somebody else who administers helps
   * @throws BudgetSpent
   */
  async ask(accountId: Long, address: string): Promise<RecoveryOutcome | 'hasRole'> {
    await this.budgets.spend('mailedLinks', { address });
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account) return 'notActive';
      if (account.role !== null) return 'hasRole';
      const outcome = await this.recoveries.start(tx, account, 'owner');
      if (outcome === 'sent')
        await this.audit.record({ action: 'recovery.asked', outcome: 'ok', accountId, address }, tx);
      return outcome;
    });
  }
}
