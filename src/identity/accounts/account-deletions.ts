import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import { NO_BROWSER, Remedies } from './remedies.js';
import { heldRank } from '../sign-ins/held-rank.js';
import { Account } from './account.entity.js';
import { stillBy, valueOfMark } from './account-sql.js';
import { NOT_HELD } from './account-statements.js';
import type { KeepingProof } from './deletion-pending.js';

/** How long a person may still keep the account (D237). */
const UNDO_MS = 7 * DAY;
const DUE_AT_ONCE = 100;

/** The sign-in that asks for the deletion, while the account is locked. */
interface Asking {
  readonly account: Pick<Account, 'id'>;
  readonly signInId: Long | null;
}

/** Accounts that their users delete: disabled at once, kept for seven days, then gone (D237). */
@Injectable()
export class AccountDeletions {
  constructor(
    private readonly database: Database,
    private readonly remedies: Remedies,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends what disabling ends, but spares links for a new password that are worth more than the proof shown for this
   * request: otherwise a thief of the password could take the account from the owner, who reads its mail (D378).
   * @returns when it will be deleted; null: it is no longer active
   */
  async ask(tx: Transaction, held: Asking, address: string): Promise<Date | null> {
    const accountId = held.account.id;
    const now = this.clock.now();
    const rank = await heldRank(tx, held, now);
    const deletesAt = new Date(now.getTime() + UNDO_MS);
    const disabled = { ...NOT_HELD, status: 'disabled', deletesAt } as const;
    const { affected } = await tx.update(Account, { id: accountId, status: 'active' }, disabled);
    if (affected === 0) return null;
    await this.remedies.apply(tx, 'askDeletion', accountId, NO_BROWSER, { rank, sparesHelp: true });
    await this.audit.record({ action: 'deletion.asked', outcome: 'ok', accountId, address }, tx);
    return deletesAt;
  }

  /** When the account will be deleted; null: it will not, or the time is over. */
  async dateOf(accountId: Long): Promise<Date | null> {
    const { manager } = this.database.dataSource;
    const account = await manager.findOneBy(Account, { id: accountId, status: 'disabled' });
    const deletesAt = account?.deletesAt ?? null;
    return deletesAt !== null && deletesAt > this.clock.now() ? deletesAt : null;
  }

  /**
   * Keeps the account by one atomic statement: it is kept or deleted, never both. A proof by a password that was
   * replaced since does not count.
   * @returns whether it is kept
   */
  async keep(tx: Transaction, { accountId, mark }: KeepingProof, address: string): Promise<boolean> {
    const [rows] = await tx.query<[unknown[], number]>(
      `UPDATE account SET status = 'active', deletes_at = NULL
        WHERE id = $1 AND status = 'disabled' AND deletes_at > $2 AND ${stillBy('$3')} RETURNING id`,
      [accountId, this.clock.now(), valueOfMark(mark)],
    );
    if (rows.length === 0) return false;
    await this.audit.record({ action: 'deletion.undone', outcome: 'ok', accountId, address }, tx);
    return true;
  }

  /** Accounts whose seven days are over. */
  async due(): Promise<Long[]> {
    const rows = await this.database.dataSource.manager.find(Account, {
      select: { id: true },
      where: { status: 'disabled', deletesAt: LessThanOrEqual(this.clock.now()) },
      order: { deletesAt: 'ASC' },
      take: DUE_AT_ONCE,
    });
    return rows.map(({ id }) => id);
  }

  /** Locks an account that is due. @returns false: it was kept meanwhile, or another node deletes it */
  async hold(tx: Transaction, accountId: Long): Promise<boolean> {
    const held = await tx.query<unknown[]>(
      `SELECT id FROM account WHERE id = $1 AND status = 'disabled' AND deletes_at <= $2 FOR UPDATE SKIP LOCKED`,
      [accountId, this.clock.now()],
    );
    return held.length === 1;
  }
}
