import { Injectable } from '@nestjs/common';
import { AccountHolds } from '../identity/accounts/account-holds.js';
import { HandOvers } from '../identity/hand-overs/hand-overs.js';
import { Database } from '../platform/database/database.js';
import { AccountDeletions } from '../identity/accounts/account-deletions.js';
import { AccountService } from '../identity/accounts/account.service.js';
import { InvitedAccounts } from '../identity/mailed-links/invited-accounts.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { Long } from '../platform/operations/long.js';

type Holding = (tx: Transaction, accountId: Long) => Promise<boolean>;

/** Carries out acts whose wait is over: deletes accounts (D237), hands families over (D335), ends holds (D328). */
@Injectable()
export class DueActs {
  constructor(
    private readonly database: Database,
    private readonly handOvers: HandOvers,
    private readonly holds: AccountHolds,
    private readonly deletions: AccountDeletions,
    private readonly accounts: AccountService,
    private readonly invited: InvitedAccounts,
    private readonly audit: AuditLog,
  ) {}

  /** Runs each act in its own transaction, on any node. @returns the number of deleted accounts */
  async run(): Promise<number> {
    for (const due of await this.handOvers.due(this.database.dataSource.manager))
      await this.database.transaction((tx) => this.handOvers.carryOut(tx, due));
    await this.holds.releaseDue();
    return this.removeAccounts();
  }

  /**
   * Deletes accounts (D237) whose users asked for it seven days ago, and accounts for invitations of members that nobody
   * accepted (D236). @returns their number
   */
  private async removeAccounts(): Promise<number> {
    const asked = await this.removeAll(await this.deletions.due(), (tx, id) => this.deletions.hold(tx, id));
    const invited = await this.removeAll(await this.invited.neverCompleted(), (tx, id) =>
      this.invited.holdNeverCompleted(tx, id),
    );
    return asked + invited;
  }

  /** Deletes each in its own transaction, so that nobody waits, and checks it again under its lock. */
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
