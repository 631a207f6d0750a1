import { Injectable } from '@nestjs/common';
import type { Long } from '../../platform/operations/long.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { MessageCosts } from '../../identity/notifications/message-costs.js';
import type { AddedIdentifier } from '../../identity/mailed-links/link-shapes.js';

interface By {
  readonly accountId: Long;
  readonly address: string;
}

/** What it costs a signed-in person that something is sent to an address. */
@Injectable()
export class AddressCosts {
  constructor(
    private readonly budgets: Budgets,
    private readonly messages: MessageCosts,
  ) {}

  /** Of adding a way in. @throws BudgetSpent */
  async ofAddedWay(by: By): Promise<void> {
    await this.budgets.spend('addedWays', by);
  }

  /** Of an invitation to a family. @throws BudgetSpent; CallError msisdnInvalid */
  async ofInvitation({ accountId, address }: By, familyId: Long, to: AddedIdentifier): Promise<void> {
    await this.budgets.spend('mailedLinks', { address, accountId });
    await this.messages.spend(to, { accountId, address, familyId });
  }

  /** Of the message to the address. @throws BudgetSpent; CallError msisdnInvalid */
  async ofMessage({ accountId, address }: By, to: AddedIdentifier): Promise<void> {
    await this.messages.spend(to, { accountId, address });
  }
}
