import { Injectable } from '@nestjs/common';
import { completeAccount } from '../../identity/accounts/account-statements.js';
import { MailedLinks } from '../../identity/mailed-links/mailed-links.service.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { PasswordHasher } from '../../platform/security/password-hasher.js';
import type { InvitationForm } from './invitation-form.js';

/** Completes a pending account by its invitation (D24). */
@Injectable()
export class AccountCompletion {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets name and password, and confirms the address that the invitation was sent to.
   * @returns the account, or null when the link no longer works; of two concurrent uses one succeeds
   */
  async complete(
    token: string,
    { name, password }: Pick<InvitationForm, 'name' | 'password'>,
    address: string,
  ): Promise<Long | null> {
    const passwordHash = await this.hasher.hash(password, { party: `link ${token}`, isKnown: true }); // before the transaction: no connection waits for bcrypt (D70)
    return this.database.transaction(async (tx) => {
      const used = await this.links.consume(tx, token, ['invitation']);
      if (!used) return null;
      const { accountId } = used;
      const isCompleted = await completeAccount(tx, accountId, { name, passwordHash, at: this.clock.now() });
      if (!isCompleted) return null; // completed by another link, or disabled meanwhile
      await this.audit.record({ action: 'invitation.accepted', outcome: 'ok', accountId, address }, tx);
      return accountId;
    });
  }
}
