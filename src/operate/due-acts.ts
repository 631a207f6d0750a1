import { Injectable } from '@nestjs/common';
import { AccountHolds } from '../identity/accounts/account-holds.js';
import { HandOvers } from '../identity/hand-overs/hand-overs.js';
import { Database } from '../platform/database/database.js';
import { AccountRemovals } from './account-removals.js';

/** Does what has a wait: accounts are deleted (D237), families handed over (D335), holds end (D328). */
@Injectable()
export class DueActs {
  constructor(
    private readonly database: Database,
    private readonly removals: AccountRemovals,
    private readonly handOvers: HandOvers,
    private readonly holds: AccountHolds,
  ) {}

  /** Each in a transaction of its own, on any node. @returns how many accounts were deleted */
  async run(): Promise<number> {
    for (const due of await this.handOvers.due(this.database.dataSource.manager))
      await this.database.transaction((tx) => this.handOvers.carryOut(tx, due));
    await this.holds.releaseDue();
    return this.removals.run();
  }
}
