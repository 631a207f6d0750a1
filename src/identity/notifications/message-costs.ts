import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Budgets, type TextSpender } from '../../platform/throttle/budgets.js';
import { problemWithTextsTo } from '../accounts/text-reach.js';

/** The address of a requested message, normalized. */
interface Asked {
  readonly type: string;
  readonly value: string;
}

/**
 * Spends the budgets for a requested text message (D368): before it is known whether one is sent, or the answer would
 * tell whether there is an account. Its message is marked `paid`; any other message with a link spends the same budgets
 * before it is sent.
 */
@Injectable()
export class MessageCosts {
  constructor(
    private readonly config: AppConfig,
    private readonly budgets: Budgets,
  ) {}

  /** @throws CallError msisdnInvalid for a number that gets no text messages */
  requireReach({ type, value }: Asked): void {
    const problem = type === 'Msisdn' ? problemWithTextsTo(value, this.config.smsCountries) : null;
    if (problem !== null)
      throw new CallError(Errors.msisdnInvalid, {}, { message: `Identifier ${problem}.` });
  }

  /** Not within a transaction. @throws CallError msisdnInvalid; BudgetSpent */
  async spend(asked: Asked, by: TextSpender): Promise<void> {
    this.requireReach(asked);
    await this.spendOn(asked.type, by);
  }

  /** For a number that is not known yet. Not within a transaction. @throws BudgetSpent */
  async spendOn(type: string, by: TextSpender): Promise<void> {
    if (type === 'Msisdn' && this.config.smsGatewayUrl !== null) await this.budgets.spendOnText(by);
  }
}
