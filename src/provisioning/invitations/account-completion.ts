import { Injectable } from '@nestjs/common';
import { Acceptances, type Completion } from '../../identity/mailed-links/acceptances.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { PasswordHasher } from '../../platform/security/password-hasher.js';
import type { InvitationForm } from './invitation-form.js';

type Given = Pick<InvitationForm, 'name' | 'password'> & Pick<Completion, 'choiceOf' | 'beside'>;

/** Completes a pending account by its invitation (D24). */
@Injectable()
export class AccountCompletion {
  constructor(
    private readonly database: Database,
    private readonly acceptances: Acceptances,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Sets name and password, and confirms the address that the invitation was sent to.
   * @returns the account, or null when the link no longer works; of two concurrent uses one succeeds
   */
  async complete(
    token: string,
    { name, password, choiceOf, beside }: Given,
    address: string,
  ): Promise<Long | null> {
    const passwordHash = await this.hasher.hash(password, { party: `link ${token}`, isKnown: true }); // before the transaction: no connection waits for bcrypt (D70)
    const how = { passwordHash, nameOf: () => name, choiceOf, address, beside };
    return this.database.transaction(async (tx) => {
      const completed = await this.acceptances.complete(tx, token, how);
      return completed && completed.account.id;
    });
  }
}
