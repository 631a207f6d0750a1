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

/** So long after the wait the links work. */
const OPEN_MS = 7 * DAY;
/** A new password ends what was begun with the old one; who lost both is helped by an administrator, and goes on. */
const PASSWORD_REMEDIES: readonly Remedy[] = ['replacePassword', 'rotatePassword'];

/** A recovery under way, and whether a link may stop it. */
export interface UnderWay extends FactorRecovery {
  /** Since when none does, as one stopped the last: then it takes the second factor (D334); null: a link does. */
  readonly stoppedBefore: Date | null;
}

/**
 * Ways back in to accounts whose second factor was lost (D250): each confirmed address is told at once; those that decide
 * (D340) by a link that stops it, once, and that removes the second factor after a wait. The callers lock the account, so
 * that of two at once the second sees what the first did.
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
   * By a link once in 90 days: who reads the mail keeps nobody outside for ever.
   * @returns false: nothing is under way (any more), or a link stopped the last one
   */
  async stopByLink(tx: Transaction, accountId: Long): Promise<boolean> {
    const open = await this.underWay(tx, accountId);
    return open?.stoppedBefore === null && (await this.stop(tx, accountId, this.clock.now()));
  }

  /** By who has the second factor that is not lost. @returns false: nothing is under way (any more) */
  stopByFactor(tx: Transaction, accountId: Long): Promise<boolean> {
    return this.stop(tx, accountId);
  }

  /** Ends what is under way, in the transaction of a remedy, which is told. */
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
   * Removes the second factor, once for all links.
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

  /** @param stoppedAt when it is a link that stops it */
  private async stop(tx: Transaction, accountId: Long, stoppedAt?: Date): Promise<boolean> {
    if ((await this.close(tx, { accountId }, stoppedAt && { stoppedAt })) === 0) return false;
    await this.links.end(tx, accountId, ['recovery'], 'withdrawn');
    await this.notices.add(tx, accountId, { kind: 'recoveryStopped' });
    return true;
  }

  /** The row stays for a while, and says when a link stopped one. @returns how many were under way */
  private async close(
    tx: EntityManager,
    which: Pick<FactorRecovery, 'accountId'> & Partial<Pick<FactorRecovery, 'byAdministrator'>>,
    told: Partial<Pick<FactorRecovery, 'stoppedAt'>> = {},
  ): Promise<number> {
    const endsAt = this.clock.now();
    const open = { ...which, endsAt: MoreThan(endsAt) };
    return (await tx.update(FactorRecovery, open, { endsAt, ...told })).affected ?? 0;
  }

  /** The recovery of the factor that was lost: one that was set up since has a wait of its own. */
  private async underWay(tx: EntityManager, accountId: Long): Promise<UnderWay | null> {
    const now = this.clock.now();
    const open = await tx.findOneBy(FactorRecovery, { accountId, endsAt: MoreThan(now) });
    if (!open || !(await isProtected(tx, accountId, open.startedAt))) return null;
    const { stoppedAt } = open;
    const isSpent = stoppedAt !== null && now.getTime() - stoppedAt.getTime() < STOPPED_ONCE_MS;
    return { ...open, stoppedBefore: isSpent ? stoppedAt : null };
  }
}
