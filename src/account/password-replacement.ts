import { Injectable } from '@nestjs/common';
import { AccountEndings } from '../identity/accounts/account-endings.js';
import { replacePassword } from '../identity/accounts/account-statements.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import { Notices } from '../identity/notifications/notices.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { Long } from '../platform/operations/long.js';
import { PasswordHasher } from '../platform/security/password-hasher.js';

/** A new password for an account. */
interface NewPassword {
  readonly accountId: Long;
  readonly passwordHash: string;
  /** Where the request came from. */
  readonly address: string;
  readonly action: 'password.changed' | 'password.reset';
  /** Set where the new password signs the user in as well. */
  readonly signedInAt?: Date;
  /** An address that was confirmed by the change itself: the notice is not sent there. */
  readonly except?: string | null;
}

/** What every new password of an account entails, however its owner came to choose it (D105, D150). */
@Injectable()
export class PasswordReplacement {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly links: MailedLinks,
    private readonly endings: AccountEndings,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Hashes it; call it before the transaction, so that no connection waits for bcrypt (D70).
   * @param party whose turn in the queue it takes
   */
  hash(password: string, party: string): Promise<string> {
    return this.hasher.hash(password, { party, isKnown: true });
  }

  /** @returns false when the account may not sign in; nothing was changed */
  async replace(tx: Transaction, { accountId, passwordHash, ...change }: NewPassword): Promise<boolean> {
    const { signedInAt, except, action, address } = change;
    if (!(await replacePassword(tx, accountId, passwordHash, signedInAt))) return false;
    // Whoever knew the old password may have asked for these: they would undo the change, or add an address of theirs.
    await this.links.end(tx, accountId, ['reset', 'addition']);
    // As the large providers do: somebody else may have made or trusted one.
    await this.endings.end(tx, accountId, ['device passwords', 'trust']);
    await this.notices.add(tx, accountId, { kind: 'passwordChanged', except });
    await this.audit.record({ action, outcome: 'ok', accountId, address }, tx);
    return true;
  }
}
