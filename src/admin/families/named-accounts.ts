import { Injectable } from '@nestjs/common';
import { AccountService } from '../../identity/accounts/account.service.js';
import { findAccount } from '../../identity/accounts/account-statements.js';
import { candidatesFor } from '../../identity/accounts/identifier.js';
import { Database } from '../../platform/database/database.js';
import { invalid } from '../../platform/errors/problem-error.js';
import { isLong, type Long } from '../../platform/operations/long.js';

/** Finds the account that an administrator names. */
@Injectable()
export class NamedAccounts {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
  ) {}

  /**
   * @param named the number of an account, else an identifier of one
   * @param field of the form or body, for the problem
   * @throws ProblemError invalid
   */
  async find(named: string, field: string): Promise<Long> {
    if (isLong(named) && (await findAccount(this.database.dataSource.manager, named))) return named;
    const [accountId, other] = await this.accounts.allByIdentifier(candidatesFor(named), {});
    if (accountId === undefined)
      throw invalid([{ field, message: 'must be the number or an identifier of an existing account' }]);
    if (other !== undefined)
      throw invalid([{ field, message: 'fits more than one account: use the account’s number' }]);
    return accountId;
  }
}
