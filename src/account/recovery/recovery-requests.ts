import { Injectable } from '@nestjs/common';
import { candidatesFor } from '../../identity/accounts/identifier.js';
import { LateLinks } from '../../identity/mailed-links/late-links.js';
import { AttemptThrottle } from '../../platform/throttle/attempt-throttle.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { RecoveryLinks } from './recovery-links.js';

/** Takes requests of people who lost their second factor. As of a forgotten password, the answer reveals nothing. */
@Injectable()
export class RecoveryRequests {
  constructor(
    private readonly throttle: AttemptThrottle,
    private readonly budgets: Budgets,
    private readonly late: LateLinks,
    private readonly links: RecoveryLinks,
  ) {}

  /** @throws CallError tooManyAttempts (BudgetSpent too) */
  async ask(identifier: string, address: string): Promise<void> {
    // Counted as failed sign-ins are, but apart from them: asking locks nobody out.
    await this.throttle.ask(`recovery ${candidatesFor(identifier)[0] ?? identifier}`, address);
    // Spent whether there is such an account or not: otherwise the answer would reveal it.
    await this.budgets.spend('mailedLinks', { address });
    this.late.send(() => this.links.ask(identifier, address));
  }
}
