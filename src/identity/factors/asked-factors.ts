import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import type { Long } from '../../platform/operations/long.js';
import { SecondFactors } from './second-factors.js';
import { TrustedBrowsers } from './trusted-browsers.js';

/** Says of whom a second factor is asked in which browser. */
@Injectable()
export class AskedFactors {
  constructor(
    private readonly factors: SecondFactors,
    private readonly trusted: TrustedBrowsers,
  ) {}

  /** Whether the account is protected, and does not trust this browser. */
  async isAskedOf(accountId: Long, visit: Visit): Promise<boolean> {
    if (!(await this.factors.isRequiredOf(accountId))) return false;
    return !(await this.trusted.isTrusted(accountId, visit));
  }
}
