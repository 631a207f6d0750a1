import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { COUNTS, type CountRow } from '../../platform/throttle/attempt-statements.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { AttemptThrottle } from '../../platform/throttle/attempt-throttle.js';
import { administratorsIn, ownMeansOf } from '../accounts/account-statements.js';
import type { Account } from '../accounts/account.entity.js';
import { hasPasskeyFor } from '../passkeys/passkey-statements.js';
import type { AddingOwner } from '../passkeys/passkeys.js';
import { RelyingParty } from '../passkeys/relying-party.js';
import { hasCodes } from './lost-factor.js';
import { makeSetupCode, spendSetupCode, type MadeSetupCode } from './setup-code-statements.js';

/** Uses up the set-up code, if it is needed, in the transaction that adds the factor, which holds the account. */
export type Spend = (tx: Transaction) => Promise<void>;

/** The set-up code that an account with a role needs for its first second factor is wrong. */
export class SetupCodeWrong extends CallError {
  constructor(accountId: Long) {
    super(Errors.credentialInvalid, { accountId, reason: 'set-up code' });
  }
}

/**
 * Guards the first second factor of an account with a role: it takes a set-up code besides the password, so that a
 * thief of the password can't make a factor that opens the administration (D322).
 */
@Injectable()
export class FirstFactors {
  constructor(
    private readonly database: Database,
    private readonly party: RelyingParty,
    private readonly throttle: AttemptThrottle,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
  ) {}

  /** Whether the account has a role, and neither codes nor a passkey for this server. */
  takeCode(accountId: Long, tx: EntityManager = this.database.dataSource.manager): Promise<boolean> {
    return takesSetupCode(tx, accountId, this.party.id);
  }

  /**
   * Sets a second factor up, the first or another one.
   * @param typed the set-up code, which is only checked if it is needed
   * @param work adds the factor; in its transaction it first calls `spend`
   * @throws BudgetSpent after ten ways in that were added in a day; SetupCodeWrong; CallError tooManyAttempts; what
   *     `work` throws
   */
  async setUp<T>(
    { accountId, address }: Pick<AddingOwner, 'accountId' | 'address'>,
    typed: string,
    work: (spend: Spend) => Promise<T>,
  ): Promise<T> {
    await this.budgets.spend('addedWays', { accountId, address });
    const spend: Spend = async (tx) => {
      if (!(await this.takeCode(accountId, tx))) return;
      if (!(await spendSetupCode(tx, accountId, typed, this.clock.now())))
        throw new SetupCodeWrong(accountId);
    };
    if (!(await this.takeCode(accountId))) return work(spend);
    return this.throttle.attemptAtOnce({
      address,
      look: async (network) => {
        const subject = `set-up code of ${accountId}`;
        const [{ counts }] = await this.database.query<{ counts: CountRow[] }>(COUNTS, [subject, network]);
        return { counts, isKnown: false };
      },
      check: () => work(spend),
      isWrong: (cause) => cause instanceof SetupCodeWrong,
    });
  }

  /** Makes a new code if the account needs one; the caller holds the account. */
  async makeCode(tx: EntityManager, accountId: Long): Promise<MadeSetupCode | null> {
    return (await this.takeCode(accountId, tx)) ? makeSetupCode(tx, accountId, this.clock.now()) : null;
  }

  /** Accounts with a role that can sign in and have no second factor that works here, the oldest first. */
  async missing(): Promise<Pick<Account, 'id' | 'name'>[]> {
    const { manager } = this.database.dataSource;
    const found: Pick<Account, 'id' | 'name'>[] = [];
    for (const each of await administratorsIn(manager))
      if (await this.takeCode(each.id, manager)) found.push(each);
    return found;
  }
}

/** @param rpId the domain of this server's passkeys; null: it has no passkeys */
export async function takesSetupCode(
  tx: EntityManager,
  accountId: Long,
  rpId: string | null,
): Promise<boolean> {
  if (!(await ownMeansOf(tx, accountId)).hasRole || (await hasCodes(tx, accountId))) return false;
  return rpId === null || !(await hasPasskeyFor(tx, accountId, rpId));
}
