import { Injectable } from '@nestjs/common';
import { AccountDeletions } from '../identity/accounts/account-deletions.js';
import { AccountService } from '../identity/accounts/account.service.js';
import { InvitedAccounts } from '../identity/mailed-links/invited-accounts.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import { Database } from '../platform/database/database.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { Long } from '../platform/operations/long.js';

type Holding = (tx: Transaction, accountId: Long) => Promise<boolean>;

/**
 * Deletes accounts that are due (D237): as their users asked seven days ago, or made for an invitation of a member that
 * nobody accepted (D236).
 */
@Injectable()
export class AccountRemovals {
  constructor(
    private readonly database: Database,
    private readonly deletions: AccountDeletions,
    private readonly accounts: AccountService,
    private readonly invited: InvitedAccounts,
    private readonly audit: AuditLog,
  ) {}

  /** @returns how many were deleted */
  async run(): Promise<number> {
    const asked = await this.removeAll(await this.deletions.due(), (tx, id) => this.deletions.hold(tx, id));
    const invited = await this.removeAll(await this.invited.neverCompleted(), (tx, id) =>
      this.invited.holdNeverCompleted(tx, id),
    );
    return asked + invited;
  }

  /** Each in a transaction of its own, so that nobody waits for it; judged again once it is held. */
  private async removeAll(accountIds: readonly Long[], hold: Holding): Promise<number> {
    let removed = 0;
    for (const accountId of accountIds)
      removed += await this.database.transaction(async (tx) => {
        if (!(await hold(tx, accountId))) return 0;
        await this.accounts.remove(tx, accountId);
        const event = { action: 'deletion.done', outcome: 'ok', target: `account:${accountId}` } as const;
        await this.audit.record(event, tx);
        return 1;
      });
    return removed;
  }
}
