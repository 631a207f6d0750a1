import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository, type EntityManager } from 'typeorm';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, DAY, SECOND } from '../../platform/security/clock.js';
import { isHeld, type Closing } from '../accounts/account-statements.js';
import { decidingAddresses } from '../accounts/address-standing.js';
import type { Account } from '../accounts/account.entity.js';
import { isProtected, removeLostFactors } from '../factors/lost-factor.js';
import { ENDED_BY } from '../mailed-links/link-ends.js';
import { MailedLinks } from '../mailed-links/mailed-links.service.js';
import { Notices } from '../notifications/notices.js';
import type { Remedy } from '../ways-in/effects.js';
import type { How } from '../accounts/remedies.js';
import { FactorRecovery, STOPPED_ONCE_MS } from './factor-recovery.entity.js';

/** How long after the wait the links work. */
const OPEN_MS = 7 * DAY;
/**
 * A new password ends a recovery that was begun with the old one; one that an administrator began for a person who lost
 * both continues.
 */
const PASSWORD_REMEDIES: readonly Remedy[] = ['replacePassword', 'rotatePassword'];

/** A recovery under way, and whether a link may stop it. */
export interface UnderWay extends FactorRecovery {
  /**
   * When a link stopped the last one, so that stopping this one takes the second factor (D334); null: a link may stop
   * it.
   */
  readonly stoppedBefore: Date | null;
}

/**
 * Ways back in to accounts whose second factor was lost (D250). Each confirmed address is notified at once; deciding
 * addresses (D340) get a link that can stop it, once, and that removes the second factor after a wait. The callers lock
 * the account, so that of two concurrent requests the second sees what the first did.
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

  /** The recovery under way; null: none. */
  of(accountId: Long): Promise<UnderWay | null> {
    return this.underWay(this.recoveries.manager, accountId);
  }

  /**
   * Begins the wait, or sends the links of one that is under way again, which does not prolong it.
   * @param isLimited false: however many links were sent before
   */
  async start(
    tx: Transaction,
    account: Closing & Pick<Account, 'id'>,
    by: 'owner' | 'administrator',
    { isLimited = true } = {},
  ): Promise<'sent' | 'tooSoon' | 'notActive' | 'notProtected' | 'noAddress'> {
    const { id: accountId, status } = account;
    if (status !== 'active' && !isHeld(account)) return 'notActive';
    const now = this.clock.now();
    if (!(await isProtected(tx, accountId, now))) return 'notProtected';
    const addresses = await decidingAddresses(tx, accountId, now);
    const to = addresses.map(({ id: identifierId }) => {
      return { kind: 'recovery', accountId, identifierId, familyId: null, clientId: null } as const;
    });
    if (to.length === 0) return 'noAddress';
    for (const link of to) if (isLimited && (await this.links.isSentTooOften(tx, link))) return 'tooSoon';
    if (!(await this.underWay(tx, accountId))) {
      const readyAt = new Date(now.getTime() + this.config.factorRecoverySeconds * SECOND);
      const endsAt = new Date(readyAt.getTime() + OPEN_MS);
      const begun = { accountId, startedAt: now, readyAt, endsAt, byAdministrator: false };
      await tx.upsert(FactorRecovery, begun, ['accountId']);
    }
    if (by === 'administrator') await tx.update(FactorRecovery, { accountId }, { byAdministrator: true });
    for (const link of to) await this.links.issue(tx, link);
    const except = addresses.map(({ normalized }) => normalized);
    await this.notices.add(tx, accountId, { kind: 'recoveryAsked', except });
    return 'sent';
  }

  /**
   * Stops the recovery by a link, once in 90 days: a reader of the mail can't lock the owner out for ever.
   * @returns false: nothing is under way (any more), or a link stopped the last one
   */
  async stopByLink(tx: Transaction, accountId: Long): Promise<boolean> {
    const open = await this.underWay(tx, accountId);
    return open?.stoppedBefore === null && (await this.stop(tx, accountId, this.clock.now()));
  }

  /** Ends the recovery under way, in the transaction of a remedy, which notifies the owner. */
  async end(
    tx: Transaction,
    accountId: Long,
    { remedy, sparesHelp }: Pick<How, 'remedy' | 'sparesHelp'>,
  ): Promise<number> {
    const which = sparesHelp || PASSWORD_REMEDIES.includes(remedy) ? { byAdministrator: false } : {};
    const ended = await this.close(tx, { accountId, ...which });
    if (ended > 0) await this.links.end(tx, accountId, ['recovery'], ENDED_BY[remedy]);
    return ended;
  }

  /**
   * Removes the second factor; this ends all links of the recovery.
   * @returns false: the wait is not over, or the link or the account is no longer open; nothing was changed
   */
  async complete(tx: Transaction, accountId: Long, token: string): Promise<boolean> {
    const open = await this.underWay(tx, accountId);
    if (!open || open.readyAt > this.clock.now()) return false;
    if (!(await this.links.consume(tx, token, ['recovery']))) return false;
    await this.close(tx, { accountId });
    await this.links.end(tx, accountId, ['recovery'], 'withdrawn');
    await removeLostFactors(tx, accountId, open.startedAt);
    await this.notices.add(tx, accountId, { kind: 'recoveryDone' });
    return true;
  }

  /**
   * Stops the recovery of an account whose second factor is not lost.
   * @param stoppedAt when a link stops it; left out: it is no link
   * @returns false: nothing is under way (any more)
   */
  async stop(tx: Transaction, accountId: Long, stoppedAt?: Date): Promise<boolean> {
    if ((await this.close(tx, { accountId }, stoppedAt && { stoppedAt })) === 0) return false;
    await this.links.end(tx, accountId, ['recovery'], 'withdrawn');
    await this.notices.add(tx, accountId, { kind: 'recoveryStopped' });
    return true;
  }

  /**
   * Closes a recovery. The row stays for a while, and tells when a link stopped one.
   * @returns how many were under way
   */
  private async close(
    tx: EntityManager,
    which: Pick<FactorRecovery, 'accountId'> & Partial<Pick<FactorRecovery, 'byAdministrator'>>,
    told: Partial<Pick<FactorRecovery, 'stoppedAt'>> = {},
  ): Promise<number> {
    const endsAt = this.clock.now();
    const open = { ...which, endsAt: MoreThan(endsAt) };
    return (await tx.update(FactorRecovery, open, { endsAt, ...told })).affected ?? 0;
  }

  /** The recovery under way of the lost factor: a factor that was set up later has a wait of its own. */
  private async underWay(tx: EntityManager, accountId: Long): Promise<UnderWay | null> {
    const now = this.clock.now();
    const open = await tx.findOneBy(FactorRecovery, { accountId, endsAt: MoreThan(now) });
    if (!open || !(await isProtected(tx, accountId, open.startedAt))) return null;
    const { stoppedAt } = open;
    const isSpent = stoppedAt !== null && now.getTime() - stoppedAt.getTime() < STOPPED_ONCE_MS;
    return { ...open, stoppedBefore: isSpent ? stoppedAt : null };
  }
}
