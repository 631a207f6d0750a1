import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import type { Long } from '../../platform/operations/long.js';
import { PASSKEY_ACR, PASSWORD_ACR, TWO_FACTORS_ACR, type Acr } from './acr.js';
import type { FirstStep, Onward } from './authentication.js';
import { GivenFactors } from './given-factors.js';
import { HeldSignIns } from './held-sign-ins.js';
import { SECOND_STEP } from './sign-in.js';

/** Makes a sign-in stronger that is there already. */
@Injectable()
export class StrongerSignIns {
  constructor(
    private readonly given: GivenFactors,
    private readonly held: HeldSignIns,
  ) {}

  /** The strongest sign-in that the account can make. */
  async reachOf(accountId: Long): Promise<Acr> {
    const { code, passkey } = await this.given.waysOf(accountId);
    if (passkey) return PASSKEY_ACR;
    return code ? TWO_FACTORS_ACR : PASSWORD_ACR;
  }

  /**
   * Keeps who is signed in until the second factor is given.
   * @returns the address of the page that asks for it; it opens the session anew, by both, and goes on
   */
  async ask(who: FirstStep, on: Onward, visit: Visit): Promise<string> {
    await this.held.hold(who, on, visit);
    return SECOND_STEP;
  }
}
