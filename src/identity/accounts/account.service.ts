import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import { HEARTH, type AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { stillThere } from '../../platform/errors/problem-error.js';
import { Clock } from '../../platform/security/clock.js';
import type { IdentifierType } from './identifier.js';
import { Remedies } from './remedies.js';
import {
  addIdentifiers,
  identifiersOf,
  type NewIdentifier,
  type OwnedIdentifier,
} from './account-identifiers.js';
import { AccountIdentifier } from './account-identifier.entity.js';
import { UNHELD } from './account-sql.js';
import { findAccount, NOT_HELD } from './account-statements.js';
import { Account, type Role } from './account.entity.js';
import type { AccountProfile } from './profile-rules.js';

const FIND_BY_IDENTIFIER = {
  name: 'account-by-identifier',
  // An ExternalId of an issuer counts only once the account has connected it (D157).
  text: `SELECT i.account_id, i.normalized FROM account_identifier i JOIN account a ON a.id = i.account_id
          WHERE i.normalized = ANY($1) AND (i.issuer = '' OR (i.issuer = $2 AND i.is_validated))
            AND ($3::bigint IS NULL OR a.created_by = $3) AND ($4::text IS NULL OR i.type = $4)
            AND (NOT $5 OR i.suspended_at IS NULL)`,
};

export interface NewAccount extends AccountProfile {
  readonly identifiers: readonly NewIdentifier[];
  /** bcrypt; null makes the account pending (D24). */
  readonly passwordHash: string | null;
  readonly isDisabled?: boolean;
  readonly role: Role | null;
  /** The client that provisions the account. */
  readonly createdBy?: Long;
}

/** Which identifiers count. */
interface IdentifierWhere {
  /** The issuer whose ExternalIds match too, besides those without an issuer. */
  readonly issuer?: string;
  /** The client that must have provisioned the account; null: any. */
  readonly createdBy?: Long | null;
  readonly type?: IdentifierType;
  /** Only identifiers that open the account: none that a remedy took out of use (D338). */
  readonly isInUse?: boolean;
}

export type AccountChange = Partial<Pick<Account, 'name' | 'countryCode' | 'locale'>>;

/** Accounts and their status (§2.1, D24). */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly remedies: Remedies,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @param forms normalized identifiers, the most likely first (`candidatesFor`) */
  async findByIdentifier(forms: readonly string[], where: IdentifierWhere = {}): Promise<Long | null> {
    const [accountId] = await this.allByIdentifier(forms, where);
    return accountId ?? null;
  }

  /** Finds the accounts that have one of the forms, in the order of the forms. */
  async allByIdentifier(forms: readonly string[], where: IdentifierWhere): Promise<Long[]> {
    const { issuer = '', createdBy = null, type = null, isInUse = false } = where;
    const values = [forms, issuer, createdBy, type, isInUse];
    const found = await this.database.query<{ account_id: Long; normalized: string }>(
      FIND_BY_IDENTIFIER,
      values,
    );
    const inOrder = forms.flatMap((form) => found.filter(({ normalized }) => normalized === form));
    return [...new Set(inOrder.map(({ account_id: accountId }) => accountId))];
  }

  /**
   * The identifiers must be well-formed (`normalizeIdentifier`).
   * @throws CallError accountAlreadyExists
   */
  async create(tx: EntityManager, account: NewAccount): Promise<{ id: Long; identifierIds: Long[] }> {
    const row = rowOf(account, this.clock.now());
    await tx.insert(Account, row);
    return { id: row.id, identifierIds: await addIdentifiers(tx, ownedBy(row.id, account)) };
  }

  /**
   * Turns a pending account into one of this client, as if it had just been created: with this identifier, which is its
   * only one, and the number that it has. Webhooks are told that it was created, by the change of `createdBy`.
   */
  async takeOver(
    tx: Transaction,
    held: Pick<AccountIdentifier, 'id' | 'accountId'>,
    { identifiers: [{ type, value }], ...account }: NewAccount & Required<Pick<NewAccount, 'createdBy'>>,
  ): Promise<{ id: Long; identifierIds: Long[] }> {
    const { accountId: id } = held;
    const { name, countryCode, locale, createdBy } = account;
    const now = this.clock.now();
    const taken = { name, countryCode, locale, createdBy, createdAt: now, profileChangedAt: now };
    await tx.update(Account, { id }, taken);
    await tx.update(AccountIdentifier, { id: held.id }, { type, value });
    return { id, identifierIds: [held.id] };
  }

  /**
   * Creates many accounts in few statements; the identifiers must be well-formed, as in `create`.
   * @returns the ids in the order of `accounts`
   * @throws CallError accountAlreadyExists when any identifier is taken; then no account is created
   */
  async createMany(tx: EntityManager, accounts: readonly NewAccount[]): Promise<Long[]> {
    const createdAt = this.clock.now();
    const rows = accounts.map((account) => rowOf(account, createdAt));
    await tx.insert(Account, rows);
    const identifiers = accounts.flatMap((account, index) => ownedBy(rows[index].id, account));
    await addIdentifiers(tx, identifiers);
    return rows.map(({ id }) => id);
  }

  /** @throws CallError accountDoesNotExist */
  async get(tx: EntityManager, accountId: Long): Promise<Account> {
    const account = await findAccount(tx, accountId);
    if (!account) throw new CallError(Errors.accountDoesNotExist, { accountId });
    return account;
  }

  /** @param createdBy the client that must have provisioned it */
  exists(tx: EntityManager, accountId: Long, createdBy: Long): Promise<boolean> {
    return tx.existsBy(Account, { id: accountId, createdBy });
  }

  /**
   * The accounts with the lowest numbers above one.
   * @param createdBy the client that must have provisioned them; null: any
   */
  listAfter(after: Long, most: number, createdBy: Long | null): Promise<Pick<Account, 'id' | 'name'>[]> {
    return this.database.dataSource.manager.find(Account, {
      select: { id: true, name: true },
      where: { id: MoreThan(after), ...(createdBy !== null && { createdBy }) },
      order: { id: 'ASC' },
      take: most,
    });
  }

  /** Whether there is any account. */
  hasAny(): Promise<boolean> {
    return this.database.dataSource.manager.existsBy(Account, {});
  }

  /** The account's name and identifiers, which a password must not be. @throws ProblemError when the account is gone */
  async wordsOf(accountId: Long): Promise<string[]> {
    const { manager } = this.database.dataSource;
    const { name } = stillThere(await findAccount(manager, accountId), 'account');
    const identifiers = await identifiersOf(manager, accountId);
    return [name, ...identifiers.flatMap(({ value, normalized }) => [value, normalized])];
  }

  async change(tx: EntityManager, accountId: Long, change: AccountChange): Promise<void> {
    await tx.update(Account, { id: accountId }, { ...change, profileChangedAt: this.clock.now() });
  }

  /** Deletes the account; the database cascades to everything that belongs to it (D32). */
  async remove(tx: Transaction, accountId: Long): Promise<void> {
    await this.remedies.apply(tx, 'remove', accountId);
    const { affected } = await tx.delete(Account, { id: accountId });
    if (affected === 0) throw new CallError(Errors.accountDoesNotExist, { accountId });
  }

  /**
   * Disables the account, and ends its sessions and tokens on every node at once (D24). A deletion that its user asked
   * for is cancelled, and with it the way back (D237); a hold no longer ends by itself.
   */
  async disable(accountId: Long, actor: AuditActor = HEARTH): Promise<void> {
    await this.database.transaction((tx) => this.disableIn(tx, accountId, actor));
  }

  /** Disables the account, in the caller's transaction. */
  async disableIn(tx: Transaction, accountId: Long, actor: AuditActor): Promise<void> {
    await tx.update(Account, { id: accountId }, { ...NOT_HELD, status: 'disabled', deletesAt: null });
    await this.remedies.apply(tx, 'close', accountId);
    const target = `account:${accountId}`;
    await this.audit.record({ ...actor, action: 'account.disabled', outcome: 'ok', target }, tx);
  }

  /** Makes it active again, or pending if it never had a password. Ended sessions and tokens stay ended. */
  async enable(accountId: Long, actor: AuditActor = HEARTH): Promise<void> {
    await this.database.transaction((tx) => this.enableIn(tx, accountId, actor));
  }

  /** Enables the account, in the caller's transaction. */
  async enableIn(tx: Transaction, accountId: Long, actor: AuditActor): Promise<void> {
    await tx.query(
      `UPDATE account SET deletes_at = NULL, ${UNHELD}, status = CASE WHEN password_hash IS NULL THEN 'pending' ELSE 'active' END
        WHERE id = $1 AND status = 'disabled'`,
      [accountId],
    );
    const target = `account:${accountId}`;
    await this.audit.record({ ...actor, action: 'account.enabled', outcome: 'ok', target }, tx);
  }
}

function rowOf(
  { identifiers: _, passwordHash, isDisabled = false, ...fields }: NewAccount,
  createdAt: Date,
): Account {
  const status = isDisabled ? 'disabled' : passwordHash === null ? 'pending' : 'active';
  return { ...fields, passwordHash, status, createdAt } as Account;
}

function ownedBy(accountId: Long, { identifiers, countryCode }: NewAccount): OwnedIdentifier[] {
  return identifiers.map((identifier) => ({ ...identifier, accountId, countryCode }));
}
