import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Budgets, type TextSpender } from '../../platform/throttle/budgets.js';
import { problemWithTextsTo } from '../accounts/text-reach.js';

/** An address as it was asked for, normalized. */
interface Asked {
  readonly type: string;
  readonly value: string;
}

/**
 * What a text message costs whoever asks for one and is answered at once (D368): spent before it is known whether one is
 * sent, or the answer would tell who has an account. What is made of it is marked `paid`; any other message with a link
 * spends the same budgets before it is sent.
 */
@Injectable()
export class MessageCosts {
  constructor(
    private readonly config: AppConfig,
    private readonly budgets: Budgets,
  ) {}

  /** @throws CallError msisdnInvalid for a number that no text message is sent to */
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

  /** Where the number is not known yet. Not within a transaction. @throws BudgetSpent */
  async spendOn(type: string, by: TextSpender): Promise<void> {
    if (type === 'Msisdn' && this.config.smsGatewayUrl !== null) await this.budgets.spendOnText(by);
  }
}
