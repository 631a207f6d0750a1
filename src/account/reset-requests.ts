import { Injectable } from '@nestjs/common';
import { candidatesFor } from '../identity/accounts/identifier.js';
import { phoneNumberOf } from '../identity/accounts/phone-number.js';
import { MessageCosts } from '../identity/notifications/message-costs.js';
import { LateLinks } from '../identity/mailed-links/late-links.js';
import { AttemptThrottle } from '../platform/throttle/attempt-throttle.js';
import { Budgets } from '../platform/throttle/budgets.js';
import { ResetLinks, type ResetRequest } from './reset-links.service.js';

/**
 * Takes requests of people who forgot their password (D105). The answer reveals nothing, not even by its timing:
 * the account is looked up afterwards.
 */
@Injectable()
export class ResetRequests {
  constructor(
    private readonly throttle: AttemptThrottle,
    private readonly budgets: Budgets,
    private readonly late: LateLinks,
    private readonly links: ResetLinks,
    private readonly costs: MessageCosts,
  ) {}

  /** @throws CallError tooManyAttempts (BudgetSpent too) */
  async ask(request: ResetRequest): Promise<void> {
    const { identifier, address } = request;
    // Counted as failed sign-ins are, but apart from them: asking locks nobody out.
    const subject = `reset ${candidatesFor(identifier)[0] ?? identifier}`;
    await this.throttle.ask(subject, address);
    // Spent whether there is such an account or not: otherwise the answer would reveal it.
    await this.budgets.spend('mailedLinks', { address });
    const isNumber = phoneNumberOf(identifier) !== null;
    if (isNumber) await this.costs.spendOn('Msisdn', { address });
    this.late.send(() => this.links.send(request, isNumber ? 'paid' : { network: address }));
  }
}
