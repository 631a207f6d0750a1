import { Injectable } from '@nestjs/common';
import { AccountIdentifier } from '../accounts/account-identifier.entity.js';
import { Account } from '../accounts/account.entity.js';
import { problemWithNewPassword, type PasswordProblem } from '../accounts/password-policy.js';
import { PasswordVerifier } from '../accounts/password-verifier.js';
import { AuditLog } from '../audit/audit-log.js';
import type { Long } from '../contract/long.js';
import { Database } from '../database/database.js';
import { MailedLinks } from '../mailed-links/mailed-links.service.js';
import { Notices } from '../notifications/notices.js';
import { PasswordHasher } from '../security/password-hasher.js';

/** A person's change of the own password: the current one is asked for. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordVerifier,
    private readonly hasher: PasswordHasher,
    private readonly links: MailedLinks,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @returns what is wrong with the new one, or null when it is in force
   * @throws CallError credentialInvalid for a wrong current one, tooManyAttempts, unavailable
   */
  async change(
    accountId: Long,
    current: string,
    next: string,
    address: string,
  ): Promise<PasswordProblem | null> {
    const identifiers = await this.database.repository(AccountIdentifier).findBy({ accountId });
    const account = await this.database.repository(Account).findOneByOrFail({ id: accountId });
    await this.passwords.verifyAgain(accountId, current, address);
    const own = [account.name, ...identifiers.flatMap(({ value, normalized }) => [value, normalized])];
    const problem = await problemWithNewPassword(next, own);
    if (problem !== null) return problem;
    const passwordHash = await this.hasher.hash(next); // before the transaction: no connection waits for bcrypt (D70)
    await this.database.transaction(async (tx) => {
      await tx.update(Account, { id: accountId, status: 'active' }, { passwordHash });
      // A link that somebody asked for before would undo it, or bring an address of theirs (D105).
      await this.links.end(tx, accountId, ['reset', 'addition']);
      await this.notices.add(tx, accountId, { kind: 'passwordChanged' });
      await this.audit.record({ action: 'password.changed', outcome: 'ok', accountId, address }, tx);
    });
    this.notices.announce();
    return null;
  }
}
