import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Not, type EntityManager, type Repository } from 'typeorm';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { ownMeansOf } from '../accounts/account-statements.js';
import type { Account } from '../accounts/account.entity.js';
import { userAgentOf } from '../sign-ins/user-agent.js';
import { holdFactor } from './lost-factor.js';
import { TrustedBrowser } from './trusted-browser.entity.js';

const LIFETIME_MS = 30 * DAY;

/** A person who trusts a browser. */
interface Trusting {
  readonly accountId: Long;
  /** Locks the account, and throws if the session in which the factor was given has ended meanwhile. */
  readonly hold: (
    tx: Transaction,
  ) => Promise<{ readonly account: Pick<Account, 'role'>; readonly signInId: Long | null }>;
}

/** The browsers in which an account is not asked for its second factor for thirty days. */
@Injectable()
export class TrustedBrowsers {
  constructor(
    @InjectRepository(TrustedBrowser) private readonly browsers: Repository<TrustedBrowser>,
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether the account trusts this browser. An account with a role never does: administrators always give both
   * factors.
   */
  async isTrusted(accountId: Long, visit: Visit): Promise<boolean> {
    const digest = trustDigestIn(accountId, visit);
    if (digest === null || !(await this.browsers.existsBy({ ...this.alive(accountId), digest })))
      return false;
    return this.isOffered(accountId);
  }

  /** Whether the account may trust a browser. */
  async isOffered(accountId: Long): Promise<boolean> {
    return !(await ownMeansOf(this.browsers.manager, accountId)).hasRole;
  }

  /**
   * Gives this browser a cookie for the account; an earlier one is replaced. Does nothing if the second factor that was
   * given is gone by now, or the account has a role.
   * @throws SignInRequired when the session that it was given in has ended meanwhile
   */
  async trust({ accountId, hold }: Trusting, visit: Visit): Promise<void> {
    const { address } = visit;
    const before = trustDigestIn(accountId, visit);
    const value = randomSecret();
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
    const isDone = await this.database.transaction(async (tx) => {
      const { account, signInId } = await hold(tx);
      if (account.role !== null || !(await holdFactor(tx, accountId))) return false;
      if (before) await tx.delete(TrustedBrowser, { accountId, digest: before });
      const agent = userAgentOf(visit.headers['user-agent']);
      const made = { accountId, agent, createdAt, expiresAt, signInId };
      await tx.insert(TrustedBrowser, { digest: digestOf(value), ...made });
      await this.audit.record({ action: 'browser.trusted', outcome: 'ok', accountId, address }, tx);
      return true;
    });
    if (!isDone) return;
    visit.setCookie(cookieName(accountId, visit.isEncrypted), value, { keptMs: LIFETIME_MS });
  }

  /** The newest first. */
  of(accountId: Long): Promise<TrustedBrowser[]> {
    return this.browsers.find({ where: this.alive(accountId), order: { createdAt: 'DESC' } });
  }

  /** Ends the trust in a browser for its user; another account's stays. */
  async endOne(accountId: Long, digest: Buffer, address: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await endTrust(tx, accountId, digest))) return;
      await this.audit.record({ action: 'browser.untrusted', outcome: 'ok', accountId, address }, tx);
    });
  }

  private alive(accountId: Long) {
    return { accountId, expiresAt: MoreThan(this.clock.now()) };
  }
}

/** The digest of the cookie that this browser sent for the account; null: none. */
export function trustDigestIn(accountId: Long, visit: Visit): Buffer | null {
  const value = visit.cookie(cookieName(accountId, visit.isEncrypted));
  return value === null ? null : digestOf(value);
}

/** Ends the trust in a browser, in the caller's transaction. @returns false: the account trusts no such browser */
export async function endTrust(tx: EntityManager, accountId: Long, digest: Buffer): Promise<boolean> {
  return (await tx.delete(TrustedBrowser, { accountId, digest })).affected === 1;
}

/**
 * Ends the trust in all browsers but one, in the caller's transaction.
 * @param kept the digest of the one that stays; null: none
 * @returns how many ended
 */
export async function endOtherTrust(
  tx: EntityManager,
  accountId: Long,
  kept: Buffer | null,
): Promise<number> {
  const { affected } = await tx.delete(TrustedBrowser, {
    accountId,
    ...(kept && { digest: Not(kept) }),
  });
  return affected ?? 0;
}

/** One for each account that uses the browser; `__Host-` keeps other hosts and plain HTTP from setting it. */
function cookieName(accountId: Long, isEncrypted: boolean): string {
  return `${isEncrypted ? '__Host-' : ''}hearth-trust-${accountId}`;
}
