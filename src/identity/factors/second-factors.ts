import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, type Repository } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { isFactorYoung } from './factor-sql.js';
import { CodeKeys } from './code-keys.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { Totp } from './totp.entity.js';

/** The protection of an account by one-time codes. */
export interface Protection {
  readonly since: Date;
  /** false: the server lost the key that its codes are sealed with. */
  readonly isReadable: boolean;
  readonly recoveryCodesLeft: number;
}

/** The one-time codes of accounts, which are asked for wherever a person signs in. */
@Injectable()
export class SecondFactors {
  constructor(
    @InjectRepository(Totp) private readonly totps: Repository<Totp>,
    private readonly keys: CodeKeys,
  ) {}

  /** Whether the account has one-time codes. */
  isRequiredOf(accountId: Long): Promise<boolean> {
    return this.totps.existsBy({ accountId, confirmedAt: Not(IsNull()) });
  }

  /** Whether the account has one-time codes that are not young. @param since codes that were set up later are young */
  async isSettledOf(accountId: Long, since: Date): Promise<boolean> {
    return (
      (await this.isRequiredOf(accountId)) && !(await isFactorYoung(this.totps.manager, accountId, since))
    );
  }

  /** null: only the password protects the account. */
  async of(accountId: Long): Promise<Protection | null> {
    const totp = await this.totps.findOneBy({ accountId, confirmedAt: Not(IsNull()) });
    if (!totp?.confirmedAt) return null;
    return {
      since: totp.confirmedAt,
      isReadable: this.keys.canOpen(accountId, totp.sealed),
      recoveryCodesLeft: await this.totps.manager.countBy(RecoveryCode, { accountId }),
    };
  }
}
