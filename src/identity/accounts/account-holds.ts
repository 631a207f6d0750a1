import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Changes } from '../../platform/database/changes.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, HOUR } from '../../platform/security/clock.js';
import { NO_BROWSER, Remedies } from '../ways-in/remedies.js';
import { IS_HELD } from './account-sql.js';

/** So long a hold lasts at most. */
const HOLD_MS = 72 * HOUR;
const RELEASED_AT_ONCE = 100;

const HOLD = `UPDATE account SET status = 'disabled', held_until = $2 WHERE id = $1 AND status = 'active' RETURNING id`;
/** One that its user is deleting is kept: whoever was in it may have asked for that. */
const SECURE = `UPDATE account SET status = 'disabled', held_until = $2, deletes_at = NULL, password_hash = $3, known_networks = '{}'
    WHERE id = $1 AND (status = 'active' OR ${IS_HELD} OR (status = 'disabled' AND deletes_at IS NOT NULL)) RETURNING id`;
const LIFT = `UPDATE account SET status = 'active', held_until = NULL WHERE id = $1 AND ${IS_HELD} RETURNING id`;
/** A row that somebody else has locked is left for the next run, which sees what became of it. */
const RELEASE = `UPDATE account SET status = 'active', held_until = NULL
    WHERE id IN (SELECT id FROM account WHERE ${IS_HELD} AND held_until <= $1 ORDER BY held_until LIMIT ${RELEASED_AT_ONCE} FOR UPDATE SKIP LOCKED)
   RETURNING id`;

/**
 * Accounts on hold (D328): disabled with a time at which that ends by itself. What an administrator disabled has no such
 * time, before or meanwhile, and stays so.
 */
@Injectable()
export class AccountHolds {
  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly remedies: Remedies,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Ends what disabling ends. @returns until when; null: it is not active, nothing was changed */
  async hold(tx: Transaction, accountId: Long): Promise<Date | null> {
    const until = this.end();
    if (!(await this.change(tx, HOLD, accountId, [until]))) return null;
    await this.remedies.apply(tx, 'close', accountId);
    return until;
  }

  /**
   * Takes the account from whoever is in it (D329): no password opens it any more, and nothing else does until a link
   * that is sent afterwards is used.
   * @param noPassword the hash of no password: never NULL, which means that nobody has completed the account
   * @returns until when it is on hold; null: it is pending, or an administrator disabled it; nothing was changed
   */
  async secure(tx: Transaction, accountId: Long, noPassword: string): Promise<Date | null> {
    const until = this.end();
    if (!(await this.change(tx, SECURE, accountId, [until, noPassword]))) return null;
    await this.remedies.apply(tx, 'secure', accountId, NO_BROWSER, { rank: 3 });
    return until;
  }

  /** A new password was chosen by a link. @returns false: it was not on hold; nothing was changed */
  lift(tx: Transaction, accountId: Long): Promise<boolean> {
    return this.change(tx, LIFT, accountId, []);
  }

  /** Ends holds whose time is over. @returns how many */
  releaseDue(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const [released] = await tx.query<[{ id: Long }[], number]>(RELEASE, [this.clock.now()]);
      for (const { id } of released) {
        this.changes.publishAfter(tx, `account:${id}`);
        const event = { action: 'account.hold_ended', outcome: 'ok', target: `account:${id}` } as const;
        await this.audit.record(event, tx);
      }
      return released.length;
    });
  }

  private end(): Date {
    return new Date(this.clock.millis() + HOLD_MS);
  }

  private async change(
    tx: Transaction,
    sql: string,
    accountId: Long,
    values: readonly unknown[],
  ): Promise<boolean> {
    const [changed] = await tx.query<[unknown[], number]>(sql, [accountId, ...values]);
    if (changed.length === 0) return false;
    this.changes.publishAfter(tx, `account:${accountId}`);
    return true;
  }
}
