import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HEARTH, type AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Long } from '../../platform/operations/long.js';
import { Changes } from '../../platform/database/changes.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock } from '../../platform/security/clock.js';
import { AccountIdentifier } from './account-identifier.entity.js';
import { Account, type Role } from './account.entity.js';
import { endGrants } from './end-grants.js';
import { normalizeIdentifier, type IdentifierType } from './identifier.js';

const FIND_BY_IDENTIFIER = {
  name: 'account-by-identifier',
  // An ExternalId of an issuer counts only once the account has connected it (D157).
  text: `SELECT i.account_id, i.normalized FROM account_identifier i JOIN account a ON a.id = i.account_id
          WHERE i.normalized = ANY($1) AND (i.issuer = '' OR (i.issuer = $2 AND i.is_validated))
            AND ($3::bigint IS NULL OR a.created_by = $3) ORDER BY i.issuer DESC`,
};

export interface NewIdentifier {
  readonly type: IdentifierType;
  readonly value: string;
  /** Set where it is known already: it can't be computed again for a national phone number. */
  readonly normalized?: string;
  /** Confirmed; for an ExternalId: connected (D157). */
  readonly isValidated: boolean;
  /** For an ExternalId: the system that it belongs to (D115). */
  readonly issuer?: string;
}

export interface NewAccount {
  readonly name: string;
  readonly identifiers: readonly NewIdentifier[];
  /** bcrypt; null makes the account pending (D24). */
  readonly passwordHash: string | null;
  readonly role: Role | null;
  readonly countryCode: string | null;
  readonly locale: string | null;
  /** The client that provisions the account. */
  readonly createdBy?: Long;
}

export type AccountChange = Partial<Pick<Account, 'name' | 'countryCode' | 'locale'>>;

/** Accounts and their status (§2.1, D24). */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * @param forms normalized identifiers, the most likely first (`candidatesFor`)
   * @param issuer whose ExternalIds match too, besides those without an issuer
   * @param createdBy the client that must have provisioned it; null: any
   */
  async findByIdentifier(
    forms: readonly string[],
    issuer = '',
    createdBy: Long | null = null,
  ): Promise<Long | null> {
    const found = await this.database.query<{ account_id: Long; normalized: string }>(FIND_BY_IDENTIFIER, [
      forms,
      issuer,
      createdBy,
    ]);
    const first = forms.find((form) => found.some(({ normalized }) => normalized === form));
    return found.find(({ normalized }) => normalized === first)?.account_id ?? null;
  }

  /**
   * The identifiers must be well-formed (`normalizeIdentifier`).
   * @throws CallError accountAlreadyExists
   */
  async create(tx: EntityManager, account: NewAccount): Promise<{ id: Long; identifierIds: Long[] }> {
    const { identifiers, passwordHash, ...fields } = account;
    const status = passwordHash === null ? 'pending' : 'active';
    const row = { ...fields, passwordHash, status, createdAt: this.clock.now() } as Account;
    await tx.insert(Account, row);
    const identifierIds: Long[] = [];
    for (const identifier of identifiers) {
      identifierIds.push(await this.addIdentifier(tx, row.id, identifier, account.countryCode));
    }
    return { id: row.id, identifierIds };
  }

  /**
   * Creates many accounts in few statements; the identifiers must be well-formed, as in `create`.
   * @returns the ids in the order of `accounts`
   * @throws CallError accountAlreadyExists when any identifier is taken; then no account is created
   */
  async createMany(tx: EntityManager, accounts: readonly NewAccount[]): Promise<Long[]> {
    const createdAt = this.clock.now();
    const rows = accounts.map(({ identifiers: _, passwordHash, ...fields }) => {
      const status = passwordHash === null ? 'pending' : 'active';
      return { ...fields, passwordHash, status, createdAt } as Account;
    });
    await tx.insert(Account, rows);
    const identifiers = accounts.flatMap((account, index) =>
      account.identifiers.map((identifier) => identifierRow(rows[index].id, identifier, account.countryCode)),
    );
    await this.insertIdentifiers(tx, identifiers);
    return rows.map(({ id }) => id);
  }

  /** @throws CallError accountAlreadyExists: an identifier is unique across all accounts (§2.2) */
  async addIdentifier(
    tx: EntityManager,
    accountId: Long,
    identifier: NewIdentifier,
    countryCode: string | null,
  ): Promise<Long> {
    const row = identifierRow(accountId, identifier, countryCode);
    await this.insertIdentifiers(tx, [row]);
    return row.id;
  }

  /** @throws CallError accountAlreadyExists when an account has this identifier */
  async requireFree(tx: EntityManager, normalized: string): Promise<void> {
    if (await tx.existsBy(AccountIdentifier, { normalized, issuer: '' }))
      throw new CallError(Errors.accountAlreadyExists);
  }

  /** @throws CallError accountDoesNotExist */
  async get(tx: EntityManager, accountId: Long): Promise<Account> {
    const account = await tx.findOneBy(Account, { id: accountId });
    if (!account) throw new CallError(Errors.accountDoesNotExist, { accountId });
    return account;
  }

  async change(tx: EntityManager, accountId: Long, change: AccountChange): Promise<void> {
    await tx.update(Account, { id: accountId }, change);
  }

  /** Deletes the account; the database cascades to everything that belongs to it (D32). */
  async remove(tx: Transaction, accountId: Long): Promise<void> {
    this.changes.publishAfter(tx, `account:${accountId}`);
    const { affected } = await tx.delete(Account, { id: accountId });
    if (affected === 0) throw new CallError(Errors.accountDoesNotExist, { accountId });
  }

  /** Disables the account, and ends its sessions and tokens on every node at once (D24). */
  async disable(accountId: Long, actor: AuditActor = HEARTH): Promise<void> {
    await this.database.transaction((tx) => this.disableIn(tx, accountId, actor));
  }

  /** The same in the caller's transaction. */
  async disableIn(tx: Transaction, accountId: Long, actor: AuditActor): Promise<void> {
    this.changes.publishAfter(tx, `account:${accountId}`);
    await tx.update(Account, { id: accountId }, { status: 'disabled' });
    await tx.query('DELETE FROM session WHERE account_id = $1', [accountId]);
    await tx.query('DELETE FROM admin_session WHERE account_id = $1', [accountId]);
    await endGrants(tx, this.clock.now(), 'account_id = $2', [accountId]);
    const target = `account:${accountId}`;
    await this.audit.record({ ...actor, action: 'account.disabled', outcome: 'ok', target }, tx);
  }

  /** Makes it active again, or pending if it never had a password. Ended sessions and tokens stay ended. */
  async enable(accountId: Long, actor: AuditActor = HEARTH): Promise<void> {
    await this.database.transaction((tx) => this.enableIn(tx, accountId, actor));
  }

  /** The same in the caller's transaction. */
  async enableIn(tx: Transaction, accountId: Long, actor: AuditActor): Promise<void> {
    this.changes.publishAfter(tx, `account:${accountId}`);
    await tx.query(
      `UPDATE account SET status = CASE WHEN password_hash IS NULL THEN 'pending' ELSE 'active' END
        WHERE id = $1 AND status = 'disabled'`,
      [accountId],
    );
    const target = `account:${accountId}`;
    await this.audit.record({ ...actor, action: 'account.enabled', outcome: 'ok', target }, tx);
  }

  private async insertIdentifiers(tx: EntityManager, rows: AccountIdentifier[]): Promise<void> {
    try {
      await tx.insert(AccountIdentifier, rows);
    } catch (cause) {
      throw isUniqueViolation(cause) ? new CallError(Errors.accountAlreadyExists) : cause;
    }
  }
}

function identifierRow(
  accountId: Long,
  { type, value, normalized: known, isValidated, issuer = '' }: NewIdentifier,
  countryCode: string | null,
): AccountIdentifier {
  const normalized = known ?? normalizeIdentifier(type, value, countryCode);
  if (normalized === null) throw new Error(`a malformed ${type} was not refused before`);
  return { accountId, type, value, normalized, isValidated, issuer } as AccountIdentifier;
}
