import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, type Repository } from 'typeorm';
import type { Long } from '../../platform/operations/long.js';
import { Totp } from './totp.entity.js';

/** The second factors of accounts: who has one gives it wherever a person signs in. */
@Injectable()
export class SecondFactors {
  constructor(@InjectRepository(Totp) private readonly totps: Repository<Totp>) {}

  /** Whether the account is protected by a second factor. */
  isRequiredOf(accountId: Long): Promise<boolean> {
    return this.totps.existsBy({ accountId, confirmedAt: Not(IsNull()) });
  }
}
