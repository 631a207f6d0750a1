import { Injectable } from '@nestjs/common';
import { addressesToSecure, SecuredAccounts, type NotSecured } from '../../account/secured-accounts.js';
import { AccountHolds, SUPPORT_HOLDS_EVERY_MS } from '../../identity/accounts/account-holds.js';
import type { AccountIdentifier } from '../../identity/accounts/account-identifier.entity.js';
import { AccountRoles, lastAdministrator } from '../../identity/accounts/account-roles.js';
import type { Account } from '../../identity/accounts/account.entity.js';
import { maskedEmail } from '../../identity/accounts/masked-email.js';
import { Notices } from '../../identity/notifications/notices.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { invalid, notFound, type ProblemError } from '../../platform/errors/problem-error.js';
import type { Long } from '../../platform/operations/long.js';
import { PasswordHasher } from '../../platform/security/password-hasher.js';
import type { Administrator } from '../shell/access/administrator.js';
import { doneBy } from '../shell/actor-of.js';
import { conflict, forbidden, requireIdOf } from '../shell/record-problems.js';
import { requireMayHelp } from './account-help.js';
import type { SecureBody } from './account-securing.args.js';
import type { HeldView, SecuredView } from './account.view.js';
import { requireLockedAccount } from './administered-identifiers.js';

const REFUSED: Readonly<Record<NotSecured, () => ProblemError>> = {
  closed: () =>
    conflict(
      'The account is pending, or an administrator disabled it. A disabled one has to be enabled first.',
    ),
  notAnAddress: () =>
    invalid([
      {
        field: 'to',
        message:
          'must be a confirmed e-mail address that the account has had for 30 days, and that is not dormant',
      },
    ]),
  hasAddress: () =>
    conflict(
      'The account has a confirmed e-mail address: choose one for the link. Remove those that are not its owner’s any more.',
    ),
  noIdentifier: () =>
    conflict(
      'The account has no login, and nothing that it has had for 30 days, that a link can be for. Add a login first, and remove what is not its owner’s.',
    ),
};

const OWN_ACCOUNT =
  'Nobody secures the own account: another administrator does, or a client that administers.';

/** Puts accounts on hold that an attacker may be using (D328), and takes them back for their owners (D329). */
@Injectable()
export class AccountSecuring {
  constructor(
    private readonly database: Database,
    private readonly roles: AccountRoles,
    private readonly holds: AccountHolds,
    private readonly secured: SecuredAccounts,
    private readonly hasher: PasswordHasher,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @throws ProblemError notFound, forbidden; conflict: it is not active, or the last administrator's, or support did so
   *   within 30 days (D347)
   */
  async hold(accountId: string, by: Administrator): Promise<HeldView> {
    const id = requireIdOf('account', accountId);
    return this.database.transaction(async (tx) => {
      const { account, isLast } = await this.roles.lock(tx, id);
      if (!account) throw notFound(`account ${id}`);
      requireMayHelp(by, account);
      if (isLast) throw lastAdministrator();
      if (by.role === 'support' && account.status === 'active') requireSeldom(account, by);
      const heldUntil = await this.holds.hold(tx, id, by.role);
      if (heldUntil === null)
        throw conflict('Only an active account can be put on hold: nothing opens this one.');
      await this.notices.add(tx, id, { kind: 'accountHeld', byOther: true });
      await this.audit.record(doneBy(by, 'account.held', `account:${id}`), tx);
      return { heldUntil };
    });
  }

  /** Returns the e-mail addresses that the link may go to, oldest first: an attacker may have added one within the last month. */
  addressesOf(accountId: Long, { at }: Administrator): Promise<AccountIdentifier[]> {
    return addressesToSecure(this.database.dataSource.manager, accountId, at);
  }

  /** @throws ProblemError notFound; forbidden for the administrator's own account; invalid; conflict */
  async secure(accountId: string, body: SecureBody, by: Administrator): Promise<SecuredView> {
    const { to, endsGrants = false, startsRecovery = false } = body;
    const how = { to, endsGrants, startsRecovery, at: by.at, noPassword: this.hasher.noPassword() };
    return this.database.transaction(async (tx) => {
      const { id } = await requireLockedAccount(tx, accountId);
      if (id === by.accountId) throw forbidden(OWN_ACCOUNT);
      const done = await this.secured.secure(tx, id, how);
      if (typeof done === 'string') throw REFUSED[done]();
      const { linkUntil, sentTo, identifierId, isRecovering } = done;
      const details = { to: sentTo ? identifierId : 'link', grants: endsGrants, recovery: isRecovering };
      await this.audit.record(doneBy(by, 'account.secured', `account:${id}`, details), tx);
      return { linkUntil, sentTo: sentTo && maskedEmail(sentTo.value), isRecovering };
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
