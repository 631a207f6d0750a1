import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import type { FoundWay, WayEnd } from '../accounts/ways-list.js';
import { Notices } from '../notifications/notices.js';
import type { AddingOwner } from '../passkeys/passkeys.js';
import { youngSince } from '../ways-in/youth.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { CodeKeys } from './code-keys.js';
import { isFactorYoung } from './factor-sql.js';
import { hasCodes } from './lost-factor.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { makeRecoveryCodes } from './recovery-codes.js';
import { Totp } from './totp.entity.js';
import { TrustedBrowser } from './trusted-browser.entity.js';

const CODES = 'oneTimeCodes';

/** The protection of an account by one-time codes. */
export interface Protection {
  readonly since: Date;
  /** false: the server lost the key that its codes are sealed with. */
  readonly isReadable: boolean;
  readonly recoveryCodesLeft: number;
}

/** A person who changes their second factor, and from where. */
type FactorOwner = Omit<AddingOwner, 'session'>;

/**
 * The one-time codes of accounts, which are asked for wherever a person signs in. That they end, and that recovery codes are
 * renewed, is recorded, and told to the account's confirmed addresses.
 */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly database: Database,
    private readonly keys: CodeKeys,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Whether the account has one-time codes. */
  isRequiredOf(accountId: Long): Promise<boolean> {
    return hasCodes(this.database.dataSource.manager, accountId);
  }

  /** Whether the account has one-time codes that are not young. @param since codes that were set up later are young */
  async isSettledOf(accountId: Long, since: Date): Promise<boolean> {
    const { manager } = this.database.dataSource;
    return (await hasCodes(manager, accountId)) && !(await isFactorYoung(manager, accountId, since));
  }

  /** null: only the password protects the account. */
  async of(accountId: Long): Promise<Protection | null> {
    const { manager } = this.database.dataSource;
    const totp = await manager.findOneBy(Totp, { accountId, confirmedAt: Not(IsNull()) });
    if (!totp?.confirmedAt) return null;
    return {
      since: totp.confirmedAt,
      isReadable: this.keys.canOpen(accountId, totp.sealed),
      recoveryCodesLeft: await manager.countBy(RecoveryCode, { accountId }),
    };
  }

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

  /** One-time codes and recovery codes of an account among its ways in. */
  async listed(accountId: Long): Promise<FoundWay[]> {
    const { manager } = this.database.dataSource;
    const totp = await manager.findOneBy(Totp, { accountId, confirmedAt: Not(IsNull()) });
    const [code] = await manager.find(RecoveryCode, { where: { accountId }, take: 1 });
    const ways: FoundWay[] = [];
    if (totp) {
      const { confirmedAt: since, signInId } = totp;
      const canEnd = await this.areYoung(manager, accountId);
      ways.push({ id: CODES, type: CODES, name: null, since, signInId, canEnd });
    }
    const kind = 'recoveryCodes';
    if (code) ways.push({ id: kind, type: kind, name: null, since: code.createdAt, canEnd: false });
    return ways;
  }

  /** Ends what is listed for someone other than its owner. Settled codes only go by a recovery, with its wait (D250). */
  async endListed(tx: Transaction, accountId: Long, id: string): Promise<WayEnd> {
    if (id !== CODES) return 'gone'; // recovery codes go with the codes
    if (!(await tx.existsBy(Totp, { accountId }))) return 'gone';
    if (!(await this.areYoung(tx, accountId))) return 'settled';
    return (await this.end(tx, accountId)) ? 'ended' : 'gone';
  }

  private areYoung(tx: EntityManager, accountId: Long): Promise<boolean> {
    return isFactorYoung(tx, accountId, youngSince(this.clock.now()));
  }
}
