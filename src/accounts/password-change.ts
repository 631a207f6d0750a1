import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.js';
import type { Long } from '../contract/long.js';
import { Database } from '../database/database.js';
import { Clock } from '../security/clock.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { AccountIdentifier } from './account-identifier.entity.js';
import { Account } from './account.entity.js';
import { problemWithNewPassword, type PasswordProblem } from './password-policy.js';
import { PasswordVerifier } from './password-verifier.js';

/** A person's change of the own password: the current one is asked for. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordVerifier,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
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
      await tx.query(
        `UPDATE invitation SET expires_at = least(expires_at, $2)
          WHERE account_id = $1 AND kind IN ('reset', 'addition') AND used_at IS NULL`,
        [accountId, this.clock.now()],
      );
      await this.audit.record({ action: 'password.changed', outcome: 'ok', accountId, address }, tx);
    });
    return null;
  }
}
