import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { findIdentifier } from '../accounts/account-identifiers.js';
import type { AccountIdentifier } from '../accounts/account-identifier.entity.js';
import { isUntouched } from '../accounts/account-sql.js';
import { AccountService } from '../accounts/account.service.js';
import { lockAccount } from '../accounts/account-statements.js';
import { isInNone } from '../families/family-sql.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { adoptEarlierInvitations } from './earlier-invitations.js';
import { InvitedAccount } from './invited-account.entity.js';

/** Only members of families have had to do with the account: no user, client or administrator. */
const OF_MEMBERS_ALONE = `${isUntouched('v.account_id')} AND ${isInNone('v.account_id')}
    AND NOT EXISTS (SELECT FROM invitation o WHERE o.account_id = v.account_id AND o.kind = 'invitation')`;
const IS_OF_MEMBERS_ALONE = `SELECT 1 FROM invited_account v WHERE v.account_id = $1 AND ${OF_MEMBERS_ALONE}`;
/** All of its invitations have ended. */
const NEVER_COMPLETED = `${OF_MEMBERS_ALONE} AND NOT EXISTS (SELECT FROM invitation o
    WHERE o.account_id = v.account_id AND o.used_at IS NULL AND o.expires_at > $1)`;
const FIND_NEVER_COMPLETED = {
  name: 'invited-never-completed',
  text: `SELECT v.account_id AS id FROM invited_account v WHERE ${NEVER_COMPLETED} LIMIT 100`,
};
const END_LINKS = `UPDATE invitation SET used_at = $2, ended_by = 'replaced' WHERE account_id = $1 AND used_at IS NULL AND invited_as IS NOT NULL`;

/**
 * Accounts that were made for members' invitations (D236). They belong to nobody: a client or person that claims the
 * address by more than an invitation takes it over (D311).
 */
@Injectable()
export class InvitedAccounts {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async mark(tx: EntityManager, accountId: Long): Promise<void> {
    await tx.insert(InvitedAccount, { accountId });
  }

  /** Notes that its user completed the account. */
  async completed(tx: EntityManager, accountId: Long): Promise<void> {
    await tx.delete(InvitedAccount, { accountId });
  }

  /** Whether an account could get the address: nobody has it, or only an account that only members invited. */
  async isFree(tx: EntityManager, normalized: string): Promise<boolean> {
    const owner = await findIdentifier(tx, normalized);
    return owner === null || (await this.isOfMembersAlone(tx, owner.accountId));
  }

  /** @throws CallError accountAlreadyExists when an account has this identifier for more than members' invitations */
  async requireFree(tx: EntityManager, normalized: string): Promise<void> {
    if (!(await this.isFree(tx, normalized))) throw new CallError(Errors.accountAlreadyExists);
  }

  /**
   * Locks the account that only members invited to the address, after the account that is about to get it and before
   * families: accepting an invitation locks them in this order. No other account is locked, or two accounts that want
   * each other's address would wait for each other.
   * @returns its only identifier; null: there is no such account
   */
  async hold(tx: EntityManager, normalized: string): Promise<AccountIdentifier | null> {
    const owner = await findIdentifier(tx, normalized);
    if (!owner || !(await this.isOfMembersAlone(tx, owner.accountId))) return null;
    await lockAccount(tx, owner.accountId);
    return (await this.isOfMembersAlone(tx, owner.accountId)) ? owner : null; // completed meanwhile
  }

  /** Deletes the account that only members invited to the address: another one is about to get it. */
  async release(tx: Transaction, normalized: string): Promise<void> {
    const held = await this.hold(tx, normalized);
    if (!held) return;
    await this.accounts.remove(tx, held.accountId);
    const target = `account:${held.accountId}`;
    await this.audit.record({ action: 'deletion.done', outcome: 'ok', target }, tx);
  }

  /**
   * Frees the account that only members invited to the address for a new owner, who gets it with its number.
   * @returns its only identifier; null: there is no such account
   */
  async takeOver(tx: Transaction, normalized: string): Promise<AccountIdentifier | null> {
    const held = await this.hold(tx, normalized);
    if (!held) return null;
    await tx.query(END_LINKS, [held.accountId, this.clock.now()]);
    await tx.delete(InvitedAccount, { accountId: held.accountId });
    return held;
  }

  /**
   * Runs work that may take over the account of the address, and runs it once more if a member's invitation made that
   * account meanwhile.
   * @throws CallError as the work does
   */
  async overtaking<T>(normalized: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const isTaken = cause instanceof CallError && cause.definition === Errors.accountAlreadyExists;
      if (!isTaken || !(await this.isFree(this.database.dataSource.manager, normalized))) throw cause;
      return work();
    }
  }

  /** Finds accounts whose invitations nobody accepted in time. */
  async neverCompleted(): Promise<Long[]> {
    await adoptEarlierInvitations(this.database);
    const rows = await this.database.query<{ id: Long }>(FIND_NEVER_COMPLETED, [this.clock.now()]);
    return rows.map(({ id }) => id);
  }

  /** Locks the account. @returns whether nobody has completed it, and all of its invitations have ended */
  async holdNeverCompleted(tx: EntityManager, accountId: Long): Promise<boolean> {
    await lockAccount(tx, accountId);
    const text = `SELECT 1 FROM invited_account v WHERE v.account_id = $2 AND ${NEVER_COMPLETED}`;
    return (await tx.query<unknown[]>(text, [this.clock.now(), accountId])).length === 1;
  }

  private async isOfMembersAlone(tx: EntityManager, accountId: Long): Promise<boolean> {
    return (await tx.query<unknown[]>(IS_OF_MEMBERS_ALONE, [accountId])).length === 1;
  }
}
