import { Injectable } from '@nestjs/common';
import { isHeld, lockAccount } from '../../identity/accounts/account-statements.js';
import type { LinkView } from '../../identity/mailed-links/link-shapes.js';
import { MailedLinks } from '../../identity/mailed-links/mailed-links.service.js';
import { FactorRecoveries, type UnderWay } from '../../identity/recovery/factor-recoveries.js';
import { heldRank } from '../../identity/sign-ins/held-rank.js';
import { holdSignIn, type ByUser } from '../../identity/sessions/hold-sign-in.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import type { ActingUser } from '../frame/by-user.js';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Budgets } from '../../platform/throttle/budgets.js';

type RecoveryOutcome = Awaited<ReturnType<FactorRecoveries['start']>>;
type Action = 'recovery.stopped' | 'recovery.done';

/** A link that works, and what it is about. */
export interface OpenRecovery {
  readonly link: LinkView;
  readonly recovery: UnderWay;
}

/**
 * The recovery from a lost second factor (D250). Its owner or an administrator begins it. A link stops it, once, or removes the
 * second factor after the wait; a signed-in person with the factor stops it at any time (D334).
 */
@Injectable()
export class OwnRecovery {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly recoveries: FactorRecoveries,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly budgets: Budgets,
  ) {}

  /** Begins it for an administrator, with the same wait: nobody can skip it. */
  startFor(accountId: Long, actor: AuditActor): Promise<RecoveryOutcome> {
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account) throw new CallError(Errors.accountDoesNotExist, { accountId });
      const outcome = await this.recoveries.start(tx, account, 'administrator');
      if (outcome !== 'sent') return outcome;
      const target = `account:${accountId}`;
      await this.audit.record({ ...actor, action: 'account.recovery_started', outcome: 'ok', target }, tx);
      return outcome;
    });
  }

  /**
   * Begins it for the owner, after the first factor.
   * @returns hasRole: another administrator has to help
   * @throws BudgetSpent
   */
  async ask(accountId: Long, address: string): Promise<RecoveryOutcome | 'hasRole'> {
    await this.budgets.spend('mailedLinks', { address });
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account) return 'notActive';
      if (account.role !== null) return 'hasRole';
      const outcome = await this.recoveries.start(tx, account, 'owner');
      if (outcome === 'sent')
        await this.audit.record({ action: 'recovery.asked', outcome: 'ok', accountId, address }, tx);
      return outcome;
    });
  }

  /** @returns null: the link is unknown or replaced, or its recovery is over */
  async find(token: string): Promise<OpenRecovery | null> {
    const link = await this.links.look(token, ['recovery']);
    if (link?.state !== 'open') return null;
    const recovery = await this.recoveries.of(link.accountId);
    return recovery && { link, recovery };
  }

  /** @returns false: it was over, or a link stopped the previous recovery */
  stop({ link: { accountId } }: OpenRecovery, token: string, address: string): Promise<boolean> {
    return this.decide(accountId, address, 'recovery.stopped', async (tx) => {
      if (!(await this.recoveries.stopByLink(tx, accountId))) return false;
      await this.links.noteUse(tx, token);
      return true;
    });
  }

  /** @returns null: no recovery is pending */
  of(accountId: Long): Promise<UnderWay | null> {
    return this.recoveries.of(accountId);
  }

  /** @returns false: it was over; tooYoung: the second factor is too new to stop it */
  async stopByFactor(by: ActingUser): Promise<boolean | 'tooYoung'> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      const held = await holdSignIn(tx, by);
      if ((await heldRank(tx, held, this.clock.now())) < 3) return 'tooYoung';
      const outcome = await this.recoveries.stop(tx, accountId);
      if (outcome) await this.record(tx, 'recovery.stopped', { accountId, address });
      return outcome;
    });
  }

  /** Of two concurrent requests one succeeds. @returns false: the wait is not over, or the recovery is */
  complete({ link: { accountId } }: OpenRecovery, token: string, address: string): Promise<boolean> {
    const work = (tx: Transaction) => this.recoveries.complete(tx, accountId, token);
    return this.decide(accountId, address, 'recovery.done', work);
  }

  private decide(
    accountId: Long,
    address: string,
    action: Action,
    work: (tx: Transaction) => Promise<boolean>,
  ): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account || (account.status !== 'active' && !isHeld(account)) || !(await work(tx))) return false;
      await this.record(tx, action, { accountId, address });
      return true;
    });
  }

  private record(tx: Transaction, action: Action, who: ByUser): Promise<void> {
    return this.audit.record({ action, outcome: 'ok', ...who }, tx);
  }
}
