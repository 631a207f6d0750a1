import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, DAY, HOUR } from '../../platform/security/clock.js';
import { NO_BROWSER, Remedies } from './remedies.js';
import { IS_HELD, UNHELD } from './account-sql.js';

/** The longest time of a hold. */
const HOLD_MS = 72 * HOUR;
const RELEASED_AT_ONCE = 100;

/**
 * Support puts an account on hold at most this often, so that an angry employee can't lock anyone out for ever (D347).
 */
export const SUPPORT_HOLDS_EVERY_MS = 30 * DAY;

const HOLD = `UPDATE account SET status = 'disabled', held_until = $2, secured_at = NULL, secured_for = NULL, support_held_at = coalesce($3, support_held_at)
    WHERE id = $1 AND status = 'active' RETURNING id`;
/** Also keeps an account that is about to be deleted: an intruder may have asked for that. */
const SECURE = `UPDATE account SET status = 'disabled', held_until = NULL, secured_at = $2, secured_for = $3, deletes_at = NULL, password_hash = $4, known_networks = '{}'
    WHERE id = $1 AND (status = 'active' OR ${IS_HELD} OR (status = 'disabled' AND deletes_at IS NOT NULL)) RETURNING id`;
const LIFT = `UPDATE account SET status = 'active', ${UNHELD}
    WHERE id = $1 AND ${IS_HELD} AND (secured_for IS NULL OR secured_for = $2) RETURNING id`;
/** Leaves a row that another transaction has locked for the next run, which sees what became of it. */
const RELEASE = `UPDATE account SET status = 'active', ${UNHELD}
    WHERE id IN (SELECT id FROM account WHERE ${IS_HELD} AND held_until <= $1 ORDER BY held_until LIMIT ${RELEASED_AT_ONCE} FOR UPDATE SKIP LOCKED)
   RETURNING id`;

/**
 * Accounts on hold (D328): disabled with a time at which that ends by itself, or secured, until a link opens them
 * (D346). An account that an administrator disabled, before or meanwhile, is neither, and stays disabled.
 */
@Injectable()
export class AccountHolds {
  constructor(
    private readonly database: Database,
    private readonly remedies: Remedies,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends what disabling ends, but not what an administrator began to help the owner (D348).
   * @returns until when; null: it is not active, nothing was changed
   */
  async hold(tx: Transaction, accountId: Long, by: 'support' | 'administrator'): Promise<Date | null> {
    const now = this.clock.now();
    const until = new Date(now.getTime() + HOLD_MS);
    const bySupport = by === 'support' ? now : null;
    if (!(await this.change(tx, HOLD, accountId, [until, bySupport]))) return null;
    await this.remedies.apply(tx, 'close', accountId, NO_BROWSER, { sparesHelp: true });
    return until;
  }

  /**
   * Takes the account from an intruder (D329): no password opens it any more, and nothing else does until a link that
   * is sent afterwards is used (D346).
   * @param how.noPassword the hash of no password: never NULL, which means that nobody has completed the account
   * @param how.identifierId the identifier that gets the links; null: the one link is handed over
   * @returns since when; null: it is pending, or an administrator disabled it; nothing was changed
   */
  async secure(
    tx: Transaction,
    accountId: Long,
    { identifierId, noPassword }: { readonly identifierId: Long | null; readonly noPassword: string },
  ): Promise<Date | null> {
    const now = this.clock.now();
    if (!(await this.change(tx, SECURE, accountId, [now, identifierId, noPassword]))) return null;
    await this.remedies.apply(tx, 'secure', accountId, NO_BROWSER, { rank: 3 });
    return now;
  }

  /**
   * Lifts the hold after a new password was chosen by a link to this identifier.
   * @returns false: it was not on hold, or waits for a link to another one; nothing was changed
   */
  lift(tx: Transaction, accountId: Long, identifierId: Long | null): Promise<boolean> {
    return this.change(tx, LIFT, accountId, [identifierId]);
  }

  /** Ends holds whose time is over. @returns how many */
  releaseDue(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const [released] = await tx.query<[{ id: Long }[], number]>(RELEASE, [this.clock.now()]);
      for (const { id } of released) {
        const event = { action: 'account.hold_ended', outcome: 'ok', target: `account:${id}` } as const;
        await this.audit.record(event, tx);
      }
      return released.length;
    });
  }

  private async change(
    tx: Transaction,
    sql: string,
    accountId: Long,
    values: readonly unknown[],
  ): Promise<boolean> {
    const [changed] = await tx.query<[unknown[], number]>(sql, [accountId, ...values]);
    return changed.length > 0;
  }
}
