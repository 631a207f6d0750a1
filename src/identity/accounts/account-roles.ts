import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import { NO_BROWSER, Remedies } from './remedies.js';
import { Account, type Role } from './account.entity.js';

/** Roles in the administration; at least one administrator who can sign in always remains (D141). */
@Injectable()
export class AccountRoles {
  constructor(
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly remedies: Remedies,
  ) {}

  /** null: the account has none, or may not sign in. */
  async of(accountId: Long): Promise<Role | null> {
    const account = await this.accounts.findOneBy({ id: accountId, status: 'active' });
    return account?.role ?? null;
  }

  /**
   * Locks the account and all administrators who could replace it, in the order of their ids: of two concurrent changes
   * that would leave no administrator, the second sees the effect of the first.
   */
  async lock(tx: EntityManager, accountId: Long): Promise<{ account: Account | null; isLast: boolean }> {
    const locked = await tx
      .createQueryBuilder(Account, 'a')
      .where(`a.id = :accountId OR (a.role = 'administrator' AND a.status = 'active')`, { accountId })
      .orderBy('a.id')
      .setLock('pessimistic_write')
      .getMany();
    const account = locked.find(({ id }) => id === accountId) ?? null;
    const active = locked.filter(({ role, status }) => role === 'administrator' && status === 'active');
    return { account, isLast: active.length === 1 && active[0].id === accountId };
  }

  /** Changes the role. @returns whether the account got a role, or a higher one */
  async change(tx: Transaction, accountId: Long, role: Role | null): Promise<boolean> {
    const before = (await tx.findOneBy(Account, { id: accountId }))?.role ?? null;
    await tx.update(Account, { id: accountId }, { role });
    const isGiven = role !== null && (before === null || role === 'administrator');
    if (role === null) await this.remedies.apply(tx, 'removeRole', accountId);
    else if (isGiven) await this.remedies.apply(tx, 'giveRole', accountId, NO_BROWSER, { rank: 2 });
    return isGiven;
  }
}

export function hasAdministrator(tx: EntityManager): Promise<boolean> {
  return tx.existsBy(Account, { role: 'administrator' });
}

export function lastAdministrator(): ProblemError {
  const advice = 'It is the last administrator who can sign in: make someone else an administrator first.';
  return new ProblemError(Problems.conflict, advice);
}
