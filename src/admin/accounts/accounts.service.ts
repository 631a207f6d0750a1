import { Injectable } from '@nestjs/common';
import { findIdentifier } from '../../identity/accounts/account-identifiers.js';
import type { Account } from '../../identity/accounts/account.entity.js';
import { AccountRoles, lastAdministrator } from '../../identity/accounts/account-roles.js';
import { ACCOUNT_FIELDS, PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import { AccountService } from '../../identity/accounts/account.service.js';
import { storedProfile } from '../../identity/accounts/profile-rules.js';
import { FirstFactors } from '../../identity/factors/first-factors.js';
import type { MadeSetupCode } from '../../identity/factors/setup-code-statements.js';
import { MailedLinks } from '../../identity/mailed-links/mailed-links.service.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { membersOf, recorded } from '../../platform/records/members.js';
import type { Administrator } from '../shell/access/administrator.js';
import type { Editor } from '../shell/access/editor.js';
import { actorOf, doneBy } from '../shell/actor-of.js';
import { requireMatch } from '../shell/etag.js';
import { conflict, forbidden, requireIdOf } from '../shell/record-problems.js';
import type { AccountChangeBody, ProfileChange } from './admin-account.args.js';
import { orTaken, requireGivenIdentifier, taken } from './given-identifier.js';
import type { NewAccountBody } from './new-account.args.js';

const IDENTIFIER = 'identifier';
/** Why an account gets no set-up code. */
const NO_CODE = {
  own: 'You can’t make a set-up code for your own account. Ask another administrator, or run "node dist/main.js setup-code" on the machine of the server.',
  noRole: 'The account has no role, so it sets up a second factor without a code.',
  disabled: 'The account is disabled. Enable it first.',
  protected: 'The account has a second factor already. If it is lost, start its recovery.',
} as const;

/** Creates, changes and deletes accounts. At least one administrator who can sign in always remains (D141). */
@Injectable()
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly roles: AccountRoles,
    private readonly first: FirstFactors,
    private readonly links: MailedLinks,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Creates an account and invites its person, so that nobody else ever knows the password (D207).
   * @throws ProblemError conflict if another account has the identifier
   */
  create({ type, identifier, ...profile }: NewAccountBody, by: Administrator): Promise<Long> {
    const stored = storedProfile(profile);
    const given = requireGivenIdentifier(type, identifier, {
      ...{ country: stored.countryCode, field: IDENTIFIER, only: this.links.textCountries },
    });
    const create = async (tx: Transaction): Promise<Long> => {
      const owner = await findIdentifier(tx, given.normalized);
      if (owner) throw taken(IDENTIFIER, owner.accountId);
      const identifiers = [{ ...given, isValidated: false }];
      const account = { ...stored, identifiers, passwordHash: null, role: null };
      const { id, identifierIds } = await this.accounts.create(tx, account);
      const to = { accountId: id, identifierId: identifierIds[0], familyId: null, clientId: null };
      await this.links.issue(tx, { ...to, kind: 'invitation' });
      await this.audit.record(doneBy(by, 'account.created', `account:${id}`), tx);
      return id;
    };
    return orTaken(
      IDENTIFIER,
      this.database.once(by, create, (id) => id),
    );
  }

  /**
   * @returns the code with which the account sets up its first second factor, if the change gives it a role and it has none
   * @throws ProblemError notFound; conflict for the last administrator, or when a pending account is set active
   */
  async change(
    sentId: string,
    { status, role, ...profile }: AccountChangeBody,
    by: Editor,
  ): Promise<MadeSetupCode | null> {
    const accountId = requireIdOf('account', sentId);
    return this.database.transaction(async (tx) => {
      const { account, isLast } = await this.lock(tx, accountId, by);
      const staysAdministrator = (role ?? account.role) === 'administrator' && role !== null;
      if (isLast && (status === 'disabled' || !staysAdministrator)) throw lastAdministrator();
      await this.changeProfile(tx, account, profile, by);
      if (status !== undefined) await this.changeStatus(tx, account, status, by);
      if (role === undefined || role === account.role) return null;
      const isGiven = await this.roles.change(tx, accountId, role);
      const details = { before: { role: account.role }, after: { role } };
      await this.audit.record(doneBy(by, 'account.role_changed', `account:${accountId}`, details), tx);
      return isGiven && status !== 'disabled' ? this.first.makeCode(tx, accountId) : null;
    });
  }

  /**
   * Deletes the account and everything that belongs to it, but not its families, like `provdeleteaccount`.
   * @throws ProblemError
   */
  async remove(accountId: Long, by: Editor): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { isLast } = await this.lock(tx, accountId, by);
      if (isLast) throw lastAdministrator();
      await this.accounts.remove(tx, accountId);
      await this.audit.record(doneBy(by, 'account.deleted', `account:${accountId}`), tx);
    });
  }

  /**
   * Makes a code with which the account of another administrator sets up its first second factor (D322). An older code stops
   * working.
   * @throws ProblemError notFound; forbidden for the own account; conflict where none is needed
   */
  makeSetupCode(sentId: string, by: Administrator): Promise<MadeSetupCode> {
    const accountId = requireIdOf('account', sentId);
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account) throw notFound(`account ${accountId}`);
      if (account.id === by.accountId) throw forbidden(NO_CODE.own);
      if (account.role === null) throw conflict(NO_CODE.noRole);
      if (account.status === 'disabled') throw conflict(NO_CODE.disabled);
      const made = await this.first.makeCode(tx, accountId);
      if (made === null) throw conflict(NO_CODE.protected);
      await this.audit.record(doneBy(by, 'account.setup_code_made', `account:${accountId}`), tx);
      return made;
    });
  }

  private async lock(
    tx: Transaction,
    accountId: Long,
    by: Editor,
  ): Promise<{ account: Account; isLast: boolean }> {
    const { account, isLast } = await this.roles.lock(tx, accountId);
    if (!account) throw notFound(`account ${accountId}`);
    requireMatch(by, accountState(account));
    return { account, isLast };
  }

  /** Changes the profile by the rules that provisioning and the person's own page follow. */
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
    await this.audit.record(doneBy(by, 'account.updated', `account:${account.id}`, details), tx);
  }

  private async changeStatus(
    tx: Transaction,
    { id, status, deletesAt, heldUntil, securedAt }: Account,
    asked: 'active' | 'disabled',
    by: Administrator,
  ): Promise<void> {
    if (asked === status && [deletesAt, heldUntil, securedAt].every((at) => at === null)) return;
    if (status === 'pending' && asked === 'active')
      throw conflict(
        'A pending account becomes active when its invitation is accepted. Resend the invitation instead.',
      );
    if (asked === 'active') return this.accounts.enableIn(tx, id, actorOf(by));
    await this.accounts.disableIn(tx, id, actorOf(by));
  }
}

/** The state that the ETag covers: the members that could overwrite another administrator's change. */
export function accountState(account: object): object {
  return membersOf(ACCOUNT_FIELDS, account);
}
