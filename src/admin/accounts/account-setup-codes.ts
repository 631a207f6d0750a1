import { Injectable } from '@nestjs/common';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import { FirstFactors } from '../../identity/factors/first-factors.js';
import type { MadeSetupCode } from '../../identity/factors/setup-code-statements.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { notFound, ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import { isLong } from '../../platform/operations/long.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import { conflict } from './account-help.js';

const REFUSED = {
  noRole: 'The account has no role, so it sets up a second factor without a code.',
  disabled: 'The account is disabled. Enable it first.',
  protected: 'The account has a second factor already. If it is lost, start its recovery.',
} as const;

/** Makes set-up codes for the accounts of other administrators (D322). */
@Injectable()
export class AccountSetupCodes {
  constructor(
    private readonly database: Database,
    private readonly first: FirstFactors,
    private readonly audit: AuditLog,
  ) {}

  /**
   * A new code; an older one stops working.
   * @throws ProblemError notFound; forbidden for the own account; conflict where none is needed
   */
  make(accountId: string, by: Administrator): Promise<MadeSetupCode> {
    if (!isLong(accountId)) throw notFound(`account ${JSON.stringify(accountId)}`);
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account) throw notFound(`account ${accountId}`);
      if (account.id === by.accountId) throw ownAccount();
      if (account.role === null) throw conflict(REFUSED.noRole);
      if (account.status === 'disabled') throw conflict(REFUSED.disabled);
      const made = await this.first.makeCode(tx, accountId);
      if (made === null) throw conflict(REFUSED.protected);
      const event = {
        action: 'account.setup_code_made',
        outcome: 'ok',
        target: `account:${accountId}`,
      } as const;
      await this.audit.record({ ...event, ...actorOf(by) }, tx);
      return made;
    });
  }
}

function ownAccount(): ProblemError {
  const advice =
    'You can’t make a set-up code for your own account. Ask another administrator, or run "node dist/main.js setup-code" on the machine of the server.';
  return new ProblemError(Problems.forbidden, advice);
}
