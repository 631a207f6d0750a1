import { Injectable } from '@nestjs/common';
import { SecondFactor } from '../../../identity/sessions/second-factor.js';
import { TWO_FACTORS_ACR } from '../../../identity/sessions/acr.js';
import { requireStrength } from '../../../oauth/access/strength.js';
import { AppConfig } from '../../../platform/config/app-config.js';
import type { Caller } from '../../../platform/operations/caller.js';
import { Clock } from '../../../platform/security/clock.js';

/** Asks of an access token what the console asks of a session (D244). */
@Injectable()
export class AdministratorStrength {
  constructor(
    private readonly given: SecondFactor,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Two factors of whoever has them, and of everybody where ADMIN_SECOND_FACTOR is required; what the client's ruleset
   * asks for besides, also of a client that acts for itself: the rule wants a person behind what is done (D252).
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
