import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.js';
import type { Long } from '../contract/long.js';
import { Database } from '../database/database.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { Clock } from '../security/clock.js';
import { PasswordHasher } from '../security/password-hasher.js';
import type { AccountStatus } from './account.entity.js';
import { candidatesFor } from './identifier.js';
import { SignInThrottle } from './sign-in-throttle.js';

interface Candidate {
  id: Long;
  status: AccountStatus;
  password_hash: string | null;
  normalized: string;
}

const FIND_BY_IDENTIFIER = {
  name: 'account-for-sign-in',
  text: `SELECT a.id, a.status, a.password_hash, i.normalized
           FROM account_identifier i JOIN account a ON a.id = i.account_id WHERE i.normalized = ANY($1)`,
};
const SIGN_IN = {
  name: 'account-signed-in',
  text: `UPDATE account SET last_login_at = $2, password_hash = coalesce($3, password_hash)
          WHERE id = $1 AND status = 'active' AND password_hash = $4 RETURNING id`,
};

/** A password as somebody typed it, and where it came from. */
export interface PasswordAttempt {
  readonly identifier: string;
  readonly password: string;
  readonly address: string;
  /** The client that carries it, for the audit. */
  readonly clientId: string | null;
}

/** The one way to check a password, for every way in (D40). */
@Injectable()
export class PasswordVerifier {
  constructor(
    private readonly database: Database,
    private readonly throttle: SignInThrottle,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * The account that the identifier and password belong to. One answer and one duration whatever was wrong.
   * @throws CallError credentialInvalid, tooManyAttempts, unavailable
   */
  async verify(attempt: PasswordAttempt): Promise<Long> {
    const account = await this.find(attempt.identifier);
    const subject = account?.id ?? candidatesFor(attempt.identifier)[0] ?? attempt.identifier;
    await this.throttle.begin(subject, attempt.address);

    const matches = await this.matches(attempt, account, subject);
    if (!matches || account?.status !== 'active' || account.password_hash === null) {
      throw await this.refused(attempt, account?.id ?? null);
    }

    const rehash = this.hasher.needsRehash(account.password_hash)
      ? await this.hasher.hash(attempt.password)
      : null;
    // The password may have been changed or the account disabled while the hash was computed.
    const values = [account.id, this.clock.now(), rehash, account.password_hash];
    if ((await this.database.query(SIGN_IN, values)).length === 0)
      throw await this.refused(attempt, account.id);
    await this.throttle.succeeded(subject, attempt.address);
    await this.audit.record({
      action: 'signin',
      outcome: 'ok',
      accountId: account.id,
      ...whereFrom(attempt),
    });
    return account.id;
  }

  private async matches(
    attempt: PasswordAttempt,
    account: Candidate | null,
    subject: string,
  ): Promise<boolean> {
    try {
      return await this.hasher.matches(attempt.password, account?.password_hash ?? null);
    } catch (cause) {
      await this.throttle.cancelled(subject, attempt.address);
      throw cause;
    }
  }

  private async find(identifier: string): Promise<Candidate | null> {
    const forms = candidatesFor(identifier);
    if (forms.length === 0) return null;
    const found = await this.database.query<Candidate>(FIND_BY_IDENTIFIER, [forms]);
    return found.sort((a, b) => forms.indexOf(a.normalized) - forms.indexOf(b.normalized))[0] ?? null;
  }

  private async refused(attempt: PasswordAttempt, accountId: Long | null): Promise<CallError> {
    await this.audit.record({ action: 'signin', outcome: 'refused', accountId, ...whereFrom(attempt) });
    return new CallError(Errors.credentialInvalid, { accountId });
  }
}

function whereFrom({ clientId, address }: PasswordAttempt): { clientId: string | null; address: string } {
  return { clientId, address };
}
