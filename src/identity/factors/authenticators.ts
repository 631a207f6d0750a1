import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { Notices } from '../notifications/notices.js';
import type { AddingOwner } from '../passkeys/passkeys.js';
import { makeRecoveryCodes } from './recovery-codes.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { Totp } from './totp.entity.js';
import { TrustedBrowser } from './trusted-browser.entity.js';

/** A person who changes their second factor, and from where. */
type FactorOwner = Omit<AddingOwner, 'session'>;

/** Ends the second factor of an account, and renews its recovery codes: each is audited, and told to its confirmed addresses. */
@Injectable()
export class Authenticators {
  constructor(
    private readonly database: Database,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Replaces the recovery codes. @returns null: the account has no second factor */
  renewRecovery(by: FactorOwner): Promise<string[] | null> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      await by.hold(tx); // two concurrent requests would leave twenty
      if (!(await tx.existsBy(Totp, { accountId }))) return null;
      const codes = await makeRecoveryCodes(tx, accountId, this.clock.now());
      await this.notices.add(tx, accountId, { kind: 'recoveryCodesMade' });
      await this.audit.record({ action: 'recovery-codes.made', outcome: 'ok', accountId, address }, tx);
      return codes;
    });
  }

  /** Ends the protection, in the transaction of a caller that holds the account and records it. */
  async end(tx: Transaction, accountId: Long): Promise<boolean> {
    const { affected } = await tx.delete(Totp, { accountId });
    if (affected === 0) return false;
    await tx.delete(RecoveryCode, { accountId });
    await tx.delete(TrustedBrowser, { accountId });
    await this.notices.add(tx, accountId, { kind: 'secondFactorRemoved' });
    return true;
  }

  /** Ends the protection, with its recovery codes and trusted browsers. @returns false: there was none */
  remove(by: FactorOwner): Promise<boolean> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      await by.hold(tx);
      if (!(await this.end(tx, accountId))) return false;
      await this.audit.record({ action: 'second-factor.removed', outcome: 'ok', accountId, address }, tx);
      return true;
    });
  }
}
