import { Injectable } from '@nestjs/common';
import type { Account } from '../../identity/accounts/account.entity.js';
import { AccountRoles, lastAdministrator } from '../../identity/accounts/account-roles.js';
import { ACCOUNT_FIELDS, PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import { AccountService } from '../../identity/accounts/account.service.js';
import { storedProfile } from '../../identity/accounts/profile-rules.js';
import { FirstFactors } from '../../identity/factors/first-factors.js';
import type { MadeSetupCode } from '../../identity/factors/setup-code-statements.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { AuditAction } from '../../platform/audit/catalogue.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { notFound, ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import { membersOf, recorded } from '../../platform/records/members.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import { requireMatch } from '../shell/etag.js';
import type { AccountChange, ProfileChange } from './account.args.js';

/** Changes and deletes accounts. At least one administrator who can sign in always remains (D141). */
@Injectable()
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly roles: AccountRoles,
    private readonly first: FirstFactors,
    private readonly audit: AuditLog,
  ) {}

  /** The same for an id as it was sent. @throws ProblemError as change */
  async changeOf(
    accountId: string,
    change: AccountChange,
    ifMatch: string | undefined,
    by: Administrator,
  ): Promise<MadeSetupCode | null> {
    if (!isLong(accountId)) throw notFound(`account ${JSON.stringify(accountId)}`);
    return this.change(accountId, change, ifMatch, by);
  }

  /**
   * @returns with a role that was given: the code with which the account sets up its first second factor, if it has none
   * @throws ProblemError notFound; conflict for the last administrator, or when a pending account is set active
   */
  async change(
    accountId: Long,
    { status, role, ...profile }: AccountChange,
    ifMatch: string | undefined,
    by: Administrator,
  ): Promise<MadeSetupCode | null> {
    return this.database.transaction(async (tx) => {
      const { account, isLast } = await this.lock(tx, accountId, ifMatch);
      const staysAdministrator = (role ?? account.role) === 'administrator' && role !== null;
      if (isLast && (status === 'disabled' || !staysAdministrator)) throw lastAdministrator();
      await this.changeProfile(tx, account, profile, by);
      if (status !== undefined) await this.changeStatus(tx, account, status, by);
      if (role === undefined || role === account.role) return null;
      const isGiven = await this.roles.change(tx, accountId, role);
      const details = { before: { role: account.role }, after: { role } };
      await this.record(tx, 'account.role_changed', accountId, by, details);
      return isGiven && status !== 'disabled' ? this.first.makeCode(tx, accountId) : null;
    });
  }

  /**
   * Deletes the account and everything that belongs to it, but not its families, like `provdeleteaccount`.
   * @throws ProblemError
   */
  async remove(accountId: Long, ifMatch: string | undefined, by: Administrator): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { isLast } = await this.lock(tx, accountId, ifMatch);
      if (isLast) throw lastAdministrator();
      await this.accounts.remove(tx, accountId);
      await this.record(tx, 'account.deleted', accountId, by);
    });
  }

  private async lock(
    tx: Transaction,
    accountId: Long,
    ifMatch: string | undefined,
  ): Promise<{ account: Account; isLast: boolean }> {
    const { account, isLast } = await this.roles.lock(tx, accountId);
    if (!account) throw notFound(`account ${accountId}`);
    requireMatch(ifMatch, stateOf(account));
    return { account, isLast };
  }

  /** By the same rules as provisioning and the person's own page. */
  private async changeProfile(
    tx: Transaction,
    account: Account,
    change: ProfileChange,
    by: Administrator,
  ): Promise<void> {
    const before = storedProfile(account);
    const after = storedProfile({ ...before, ...membersOf(PROFILE_FIELDS, change) });
    const details = recorded(PROFILE_FIELDS, before, after);
    if (Object.keys(details.after ?? {}).length === 0) return;
    await this.accounts.change(tx, account.id, after);
    await this.record(tx, 'account.updated', account.id, by, details);
  }

  private async changeStatus(
    tx: Transaction,
    { id, status, deletesAt, heldUntil, securedAt }: Account,
    asked: 'active' | 'disabled',
    by: Administrator,
  ): Promise<void> {
    if (asked === status && [deletesAt, heldUntil, securedAt].every((at) => at === null)) return;
    if (status === 'pending' && asked === 'active') {
      const advice =
        'A pending account becomes active when its invitation is accepted. Resend the invitation instead.';
      throw new ProblemError(Problems.conflict, advice);
    }
    if (asked === 'active') return this.accounts.enableIn(tx, id, actorOf(by));
    await this.accounts.disableIn(tx, id, actorOf(by));
  }

  private record(
    tx: Transaction,
    action: AuditAction,
    accountId: Long,
    by: Administrator,
    details: object | null = null,
  ): Promise<void> {
    const target = `account:${accountId}`;
    return this.audit.record({ action, outcome: 'ok', ...actorOf(by), target, details }, tx);
  }
}

/** The state that the ETag covers: what two administrators could overwrite of each other. */
export function stateOf(account: object): object {
  return membersOf(ACCOUNT_FIELDS, account);
}
