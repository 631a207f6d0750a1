import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Notices, type MadeKnown } from '../notifications/notices.js';
import { Remedies, type ThisBrowser } from '../accounts/remedies.js';
import { RecoveryCodes } from './recovery-codes.js';
import { Totp } from './totp.entity.js';
import { TrustedBrowser } from './trusted-browser.entity.js';

/** Who changes the own second factor, and from where. */
export interface FactorOwner {
  readonly accountId: Long;
  readonly address: string;
  /** Locks the account, and makes sure that the sign-in in which it is done has not ended meanwhile: it throws then. */
  readonly hold: (tx: Transaction) => Promise<{ readonly signInId: Long | null }>;
  /** Where it is done, which goes on where a new factor ends the others. */
  readonly browser: ThisBrowser;
}

/** Sets up and ends the second factor of an account: each is audited, and told to its confirmed addresses. */
@Injectable()
export class Authenticators {
  constructor(
    private readonly database: Database,
    private readonly recovery: RecoveryCodes,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly remedies: Remedies,
  ) {}

  /**
   * Adds an application whose first code was right; what is signed in elsewhere by a password alone ends. Of two at once
   * one succeeds.
   * @param sealed its key; @param step of the code, which is taken once
   * @returns the recovery codes; null: the account has an application already
   */
  add(by: FactorOwner, sealed: Buffer, step: number, now: Date): Promise<string[] | null> {
    const { accountId } = by;
    return this.database.transaction(async (tx) => {
      const { signInId } = await by.hold(tx);
      await tx.delete(Totp, { accountId, confirmedAt: IsNull() });
      const row = { accountId, signInId, sealed, createdAt: now, confirmedAt: now, lastStep: String(step) };
      const added = await tx
        .createQueryBuilder()
        .insert()
        .into(Totp)
        .values(row)
        .orIgnore()
        .returning('account_id')
        .execute();
      if ((added.raw as unknown[]).length === 0) return null;
      const codes = await this.recovery.make(tx, accountId);
      await this.remedies.apply(tx, 'addFactor', accountId, by.browser);
      await this.tell(tx, by, 'secondFactorAdded', 'second-factor.added', { signInId });
      return codes;
    });
  }

  /** New recovery codes in place of the others. @returns null: the account has no second factor */
  renewRecovery(by: FactorOwner): Promise<string[] | null> {
    const { accountId } = by;
    return this.database.transaction(async (tx) => {
      await by.hold(tx); // two at once would leave twenty
      if (!(await tx.existsBy(Totp, { accountId }))) return null;
      const codes = await this.recovery.make(tx, accountId);
      await this.tell(tx, by, 'recoveryCodesMade', 'recovery-codes.made');
      return codes;
    });
  }

  /** The same as `remove`, in the transaction of somebody else, who holds the account and records it. */
  async end(tx: Transaction, accountId: Long): Promise<boolean> {
    const { affected } = await tx.delete(Totp, { accountId });
    if (affected === 0) return false;
    await this.recovery.endAll(tx, accountId);
    await tx.delete(TrustedBrowser, { accountId });
    await this.notices.add(tx, accountId, { kind: 'secondFactorRemoved' });
    return true;
  }

  /** Ends the protection, with its recovery codes and trusted browsers. @returns false: there was none */
  remove(by: FactorOwner): Promise<boolean> {
    return this.database.transaction((tx) => this.removeIn(tx, by));
  }

  private async removeIn(tx: Transaction, by: FactorOwner): Promise<boolean> {
    const { accountId, address } = by;
    await by.hold(tx);
    if (!(await this.end(tx, accountId))) return false;
    await this.audit.record({ action: 'second-factor.removed', outcome: 'ok', accountId, address }, tx);
    return true;
  }

  private async tell(
    tx: Transaction,
    { accountId, address }: FactorOwner,
    kind: 'secondFactorAdded' | 'recoveryCodesMade',
    action: 'second-factor.added' | 'recovery-codes.made',
    made?: MadeKnown,
  ): Promise<void> {
    await this.notices.add(tx, accountId, { kind, made });
    await this.audit.record({ action, outcome: 'ok', accountId, address }, tx);
  }
}
