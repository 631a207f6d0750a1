import { Injectable } from '@nestjs/common';
import { AccountHolds, SUPPORT_HOLDS_EVERY_MS } from '../../identity/accounts/account-holds.js';
import type { Account } from '../../identity/accounts/account.entity.js';
import { AccountRoles, lastAdministrator } from '../../identity/accounts/account-roles.js';
import { Notices } from '../../identity/notifications/notices.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { isLong } from '../../platform/operations/long.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import { conflict, requireMayHelp } from './account-help.js';
import type { HeldView } from './account.view.js';

/** Puts accounts on hold that somebody else may be using (D328). */
@Injectable()
export class AccountHolding {
  constructor(
    private readonly database: Database,
    private readonly roles: AccountRoles,
    private readonly holds: AccountHolds,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @throws ProblemError notFound, forbidden; conflict: it is not active, or the last administrator's, or support did so
   *   within 30 days (D347)
   */
  async hold(accountId: string, by: Administrator): Promise<HeldView> {
    if (!isLong(accountId)) throw notFound(`account ${JSON.stringify(accountId)}`);
    return this.database.transaction(async (tx) => {
      const { account, isLast } = await this.roles.lock(tx, accountId);
      if (!account) throw notFound(`account ${accountId}`);
      requireMayHelp(by, account);
      if (isLast) throw lastAdministrator();
      if (by.role === 'support' && account.status === 'active') requireSeldom(account, by);
      const heldUntil = await this.holds.hold(tx, accountId, by.role);
      if (heldUntil === null)
        throw conflict('Only an active account can be put on hold: nothing opens this one.');
      await this.notices.add(tx, accountId, { kind: 'accountHeld', byOther: true });
      const target = `account:${accountId}`;
      await this.audit.record({ action: 'account.held', outcome: 'ok', target, ...actorOf(by) }, tx);
      return { heldUntil };
    });
  }
}

/** @throws ProblemError conflict */
function requireSeldom({ supportHeldAt }: Account, { at }: Administrator): void {
  if (supportHeldAt === null) return;
  const againAt = new Date(supportHeldAt.getTime() + SUPPORT_HOLDS_EVERY_MS);
  if (againAt <= at) return;
  throw conflict(
    `Support put this account on hold on ${timeOf(supportHeldAt)}, and can do so once in 30 days: again from ${timeOf(againAt)}. An administrator can do it at any time.`,
  );
}

/** "4 January 2026 at 10:00 UTC". */
function timeOf(at: Date): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(at)} UTC`;
}
