import { Injectable } from '@nestjs/common';
import { addressesToSecure, SecuredAccounts, type NotSecured } from '../../account/secured-accounts.js';
import type { AccountIdentifier } from '../../identity/accounts/account-identifier.entity.js';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import { maskedEmail } from '../../identity/accounts/masked-email.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import { invalid, notFound, ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { PasswordHasher } from '../../platform/security/password-hasher.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import { conflict } from './account-help.js';
import type { SecureBody } from './account-securing.args.js';
import type { SecuredView } from './account.view.js';

const REFUSED: Readonly<Record<NotSecured, () => ProblemError>> = {
  closed: () =>
    conflict(
      'The account is pending, or an administrator disabled it. A disabled one has to be enabled first.',
    ),
  notAnAddress: () =>
    invalid([
      {
        field: 'to',
        message:
          'must be a confirmed e-mail address that the account has had for 30 days, and that is not dormant',
      },
    ]),
  hasAddress: () =>
    conflict(
      'The account has a confirmed e-mail address: choose one for the link. Remove those that are not its owner’s any more.',
    ),
  noIdentifier: () =>
    conflict(
      'The account has no login, and nothing that it has had for 30 days, that a link can be for. Add a login first, and remove what is not its owner’s.',
    ),
};

/** Takes accounts from thieves, for their owners (D329). */
@Injectable()
export class AccountSecuring {
  constructor(
    private readonly database: Database,
    private readonly secured: SecuredAccounts,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
  ) {}

  /** E-mail addresses that the link may be sent to, the oldest first: those of the last month may be a thief's. */
  addressesOf(accountId: Long, { at }: Administrator): Promise<AccountIdentifier[]> {
    return addressesToSecure(this.database.dataSource.manager, accountId, at);
  }

  /** @throws ProblemError notFound; forbidden: one's own; invalid; conflict */
  async secure(accountId: string, body: SecureBody, by: Administrator): Promise<SecuredView> {
    const { to, endsGrants = false, startsRecovery = false } = body;
    const how = { to, endsGrants, startsRecovery, at: by.at, noPassword: this.hasher.noPassword() };
    return this.database.transaction(async (tx) => {
      const account = isLong(accountId) ? await lockAccount(tx, accountId) : null;
      if (!account) throw notFound(`account ${JSON.stringify(accountId)}`);
      const { id } = account;
      if (id === by.accountId) throw ownAccount();
      const done = await this.secured.secure(tx, id, how);
      if (typeof done === 'string') throw REFUSED[done]();
      const { linkUntil, sentTo, identifierId, isRecovering } = done;
      const details = { to: sentTo ? identifierId : 'link', grants: endsGrants, recovery: isRecovering };
      const event = { action: 'account.secured', outcome: 'ok', target: `account:${id}`, details } as const;
      await this.audit.record({ ...event, ...actorOf(by) }, tx);
      return { linkUntil, sentTo: sentTo && maskedEmail(sentTo.value), isRecovering };
    });
  }
}

function ownAccount(): ProblemError {
  const advice = 'Nobody secures the own account: another administrator does, or a client that administers.';
  return new ProblemError(Problems.forbidden, advice);
}
