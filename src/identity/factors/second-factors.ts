import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, type Repository } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { isFactorYoung } from './factor-sql.js';
import { CodeKeys } from './code-keys.js';
import { RecoveryCodes } from './recovery-codes.js';
import { Totp } from './totp.entity.js';

/** What protects an account besides its password. */
export interface Protection {
  readonly since: Date;
  /** false: the server lost the key that its codes are sealed with. */
  readonly isReadable: boolean;
  readonly recoveryCodesLeft: number;
}

/** The second factors of accounts: who has one gives it wherever a person signs in. */
@Injectable()
export class SecondFactors {
  constructor(
    @InjectRepository(Totp) private readonly totps: Repository<Totp>,
    private readonly keys: CodeKeys,
    private readonly recovery: RecoveryCodes,
  ) {}

  /** Whether the account is protected by a second factor. */
  isRequiredOf(accountId: Long): Promise<boolean> {
    return this.totps.existsBy({ accountId, confirmedAt: Not(IsNull()) });
  }

  /** Whether it is by one that is not young. @param since what was made after that is */
  async isSettledOf(accountId: Long, since: Date): Promise<boolean> {
    return (
      (await this.isRequiredOf(accountId)) && !(await isFactorYoung(this.totps.manager, accountId, since))
    );
  }

  /** null: the password alone. */
  async of(accountId: Long): Promise<Protection | null> {
    const totp = await this.totps.findOneBy({ accountId, confirmedAt: Not(IsNull()) });
    if (!totp?.confirmedAt) return null;
    return {
      since: totp.confirmedAt,
      isReadable: this.keys.canOpen(accountId, totp.sealed),
      recoveryCodesLeft: await this.recovery.left(accountId),
    };
  }
}
