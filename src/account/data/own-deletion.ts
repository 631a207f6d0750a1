import { Injectable } from '@nestjs/common';
import { AccountDeletions } from '../../identity/accounts/account-deletions.js';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import { FamilyService } from '../../identity/families/family.service.js';
import { Notices } from '../../identity/notifications/notices.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import type { ByUser } from '../../oauth/consent/connected-apps.service.js';

/** A person deletes the own account, and may keep it for seven days (D237). */
@Injectable()
export class OwnDeletion {
  constructor(
    private readonly database: Database,
    private readonly families: FamilyService,
    private readonly deletions: AccountDeletions,
    private readonly notices: Notices,
  ) {}

  /** @returns when the account will be deleted, or why it can't be; null: it is not active any more */
  ask({ accountId, address }: ByUser): Promise<Date | ErrorKey | null> {
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId, 'NO KEY UPDATE'); // nobody hands a family over to it meanwhile
      if (account?.status !== 'active') return null;
      if (account.role !== null) return 'hasRole';
      if (await this.families.isFounderOfOthers(tx, accountId)) return 'founderHandsOver';
      await this.notices.add(tx, accountId, { kind: 'deletionAsked' });
      return this.deletions.ask(tx, accountId, address);
    });
  }

  dateOf(accountId: Long): Promise<Date | null> {
    return this.deletions.dateOf(accountId);
  }

  /** @returns whether it is kept: the seven days are not over */
  async keep(accountId: Long, address: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.deletions.keep(tx, accountId, address))) return false;
      await this.notices.add(tx, accountId, { kind: 'deletionUndone' });
      return true;
    });
  }
}
