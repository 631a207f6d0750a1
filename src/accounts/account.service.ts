import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '../audit/audit-log.js';
import type { Long } from '../contract/long.js';
import { Changes } from '../database/changes.js';
import { Database } from '../database/database.js';
import { Clock } from '../security/clock.js';
import { AccountIdentifier } from './account-identifier.entity.js';
import { Account } from './account.entity.js';
import { normalizeIdentifier, type IdentifierType } from './identifier.js';

export interface NewIdentifier {
  readonly type: IdentifierType;
  readonly value: string;
  readonly isValidated: boolean;
}

export interface NewAccount {
  readonly name: string;
  readonly identifiers: readonly NewIdentifier[];
  /** bcrypt; without one the account is pending (D24). */
  readonly passwordHash: string | null;
  readonly isAdministrator: boolean;
  readonly countryCode: string | null;
  readonly locale: string | null;
}

/** Accounts and their states (§2.1, D24). */
@Injectable()
export class AccountService {
  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async findByIdentifier(tx: EntityManager, type: IdentifierType, value: string): Promise<Long | null> {
    const normalized = normalizeIdentifier(type, value);
    if (normalized === null) return null;
    const found = await tx.findOneBy(AccountIdentifier, { normalized });
    return found?.accountId ?? null;
  }

  /** The identifiers must be well-formed (`normalizeIdentifier`) and free. */
  async create(tx: EntityManager, account: NewAccount): Promise<Long> {
    const { identifiers, passwordHash, ...fields } = account;
    const status = passwordHash === null ? 'pending' : 'active';
    const row = { ...fields, passwordHash, status, createdAt: this.clock.now() } as Account;
    await tx.insert(Account, row);
    for (const { type, value, isValidated } of identifiers) {
      const normalized = normalizeIdentifier(type, value, account.countryCode) as string;
      await tx.insert(AccountIdentifier, {
        accountId: row.id,
        type,
        value,
        normalized,
        isValidated,
      });
    }
    return row.id;
  }

  /** Ends its sessions and tokens at once, on every node (D24). */
  async disable(accountId: Long): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.update(Account, { id: accountId }, { status: 'disabled' });
      await tx.query('DELETE FROM session WHERE account_id = $1', [accountId]);
      await tx.query('UPDATE token_grant SET revoked_at = $2 WHERE account_id = $1 AND revoked_at IS NULL', [
        accountId,
        this.clock.now(),
      ]);
      await this.audit.record(
        { action: 'account.disabled', outcome: 'ok', target: `account:${accountId}` },
        tx,
      );
    });
    await this.changes.publish(`account:${accountId}`);
  }

  /** Back to active, or to pending when no password was ever set. What disabling ended stays ended. */
  async enable(accountId: Long): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query(
        `UPDATE account SET status = CASE WHEN password_hash IS NULL THEN 'pending' ELSE 'active' END
          WHERE id = $1 AND status = 'disabled'`,
        [accountId],
      );
      await this.audit.record(
        { action: 'account.enabled', outcome: 'ok', target: `account:${accountId}` },
        tx,
      );
    });
    await this.changes.publish(`account:${accountId}`);
  }
}
