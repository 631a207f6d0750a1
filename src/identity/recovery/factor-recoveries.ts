import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository, type EntityManager } from 'typeorm';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, DAY, SECOND } from '../../platform/security/clock.js';
import { confirmedAddressesOf } from '../accounts/account-identifiers.js';
import type { Account } from '../accounts/account.entity.js';
import { isProtected, removeLostFactors } from '../factors/lost-factor.js';
import { MailedLinks } from '../mailed-links/mailed-links.service.js';
import { Notices } from '../notifications/notices.js';
import { FactorRecovery } from './factor-recovery.entity.js';

/** So long after the wait the links work. */
const OPEN_MS = 7 * DAY;

/**
 * Ways back in to accounts whose second factor was lost (D250): each confirmed address is told at once, by a link that
 * stops it at any time, and that removes the second factor after a wait. The callers lock the account, so that of two
 * at once the second sees what the first did.
 */
@Injectable()
export class FactorRecoveries {
  constructor(
    @InjectRepository(FactorRecovery) private readonly recoveries: Repository<FactorRecovery>,
    private readonly links: MailedLinks,
    private readonly notices: Notices,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** What is under way; null: nothing. */
  of(accountId: Long): Promise<FactorRecovery | null> {
    return this.underWay(this.recoveries.manager, accountId);
  }

  /** Begins the wait, or sends the links of one that is under way again, which does not prolong it. */
  async start(
    tx: Transaction,
    { id: accountId, status }: Account,
  ): Promise<'sent' | 'tooSoon' | 'notActive' | 'notProtected' | 'noAddress'> {
    if (status !== 'active') return 'notActive';
    const now = this.clock.now();
    if (!(await isProtected(tx, accountId, now))) return 'notProtected';
    const addresses = await confirmedAddressesOf(tx, accountId, null);
    const to = addresses.map(({ id: identifierId }) => {
      return { kind: 'recovery', accountId, identifierId, familyId: null, clientId: null } as const;
    });
    if (to.length === 0) return 'noAddress';
    for (const link of to) if (await this.links.isSentTooOften(tx, link)) return 'tooSoon';
    if (!(await this.underWay(tx, accountId))) {
      const readyAt = new Date(now.getTime() + this.config.factorRecoverySeconds * SECOND);
      const endsAt = new Date(readyAt.getTime() + OPEN_MS);
      await tx.upsert(FactorRecovery, { accountId, startedAt: now, readyAt, endsAt }, ['accountId']);
    }
    for (const link of to) await this.links.issue(tx, link);
    return 'sent';
  }

  /** @returns false: nothing was under way (any more) */
  async stop(tx: Transaction, accountId: Long): Promise<boolean> {
    const { affected } = await tx.delete(FactorRecovery, { accountId, endsAt: MoreThan(this.clock.now()) });
    if (affected === 0) return false;
    await this.links.end(tx, accountId, ['recovery'], 'withdrawn');
    await this.notices.add(tx, accountId, { kind: 'recoveryStopped' });
    return true;
  }

  /** Ends what is under way, in the transaction of a remedy, which is told. */
  async end(tx: Transaction, accountId: Long): Promise<number> {
    await this.links.end(tx, accountId, ['recovery'], 'account');
    return (await tx.delete(FactorRecovery, { accountId })).affected ?? 0;
  }

  /**
   * Removes the second factor, once for all links.
   * @returns false: the wait is not over, or the link or the account is no longer open; nothing was changed
   */
  async complete(tx: Transaction, accountId: Long, token: string): Promise<boolean> {
    const open = await this.underWay(tx, accountId);
    if (!open || open.readyAt > this.clock.now()) return false;
    if (!(await this.links.consume(tx, token, ['recovery']))) return false;
    await tx.delete(FactorRecovery, { accountId });
    await this.links.end(tx, accountId, ['recovery'], 'withdrawn');
    await removeLostFactors(tx, accountId, open.startedAt);
    await this.notices.add(tx, accountId, { kind: 'recoveryDone' });
    return true;
  }

  /** The recovery of the factor that was lost: one that was set up since has a wait of its own. */
  private async underWay(tx: EntityManager, accountId: Long): Promise<FactorRecovery | null> {
    const open = await tx.findOneBy(FactorRecovery, { accountId, endsAt: MoreThan(this.clock.now()) });
    return open && (await isProtected(tx, accountId, open.startedAt)) ? open : null;
  }
}
