import { Injectable } from '@nestjs/common';
import { SecondFactor } from '../../../identity/sessions/second-factor.js';
import { TWO_FACTORS_ACR } from '../../../identity/sessions/acr.js';
import { requireStrength } from '../../../oauth/access/strength.js';
import { AppConfig } from '../../../platform/config/app-config.js';
import type { Caller } from '../../../platform/operations/caller.js';
import { Clock } from '../../../platform/security/clock.js';

/** Requires from an access token the strength that the console requires from a session (D244). */
@Injectable()
export class AdministratorStrength {
  constructor(
    private readonly given: SecondFactor,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Requires two factors from an account with a second factor, and from every account if ADMIN_SECOND_FACTOR is required.
   * Also requires the strength in the client's ruleset, even from a client that acts for itself: such a rule wants a person
   * (D252).
   * @throws CallError signInTooWeak
   */
  async require(caller: Caller, name: string): Promise<void> {
    const now = this.clock.millis();
    const { accountId, client } = caller;
    const asked = client?.strengthFor(name) ?? null;
    if (asked !== null) requireStrength(asked, caller, name, now);
    if (accountId === null) return;
    if (this.config.adminSecondFactor === 'required' || (await this.given.isProtected(accountId)))
      requireStrength({ acr: TWO_FACTORS_ACR, maxAgeSeconds: null }, caller, name, now);
  }
}
