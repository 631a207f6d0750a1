import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.js';
import { recordedFrom } from '../audit/audit-statement.js';
import type { Long } from '../contract/long.js';
import { Database } from '../database/database.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { Clock } from '../security/clock.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { AttemptThrottle } from '../throttle/attempt-throttle.js';
import type { AccountStatus } from './account.entity.js';
import { candidatesFor } from './identifier.js';

interface Candidate {
  id: Long;
  status: AccountStatus;
  password_hash: string | null;
  normalized: string;
}

const FIND_BY_IDENTIFIER = {
  name: 'account-for-sign-in',
  // An ExternalId of an issuer is known by that partner's word alone, never typed (D115).
  text: `SELECT a.id, a.status, a.password_hash, i.normalized FROM account_identifier i
           JOIN account a ON a.id = i.account_id WHERE i.normalized = ANY($1) AND i.issuer = ''`,
};
const FIND_BY_ID = {
  name: 'account-for-proof',
  text: `SELECT id, status, password_hash, '' AS normalized FROM account WHERE id = $1`,
};
const SIGN_IN = {
  name: 'account-signed-in',
  text: `WITH who AS (
           UPDATE account SET last_login_at = $2::timestamptz, password_hash = coalesce($3, password_hash)
            WHERE id = $1 AND status = 'active' AND password_hash = $4 RETURNING id
         ), recorded AS (
           ${recordedFrom('who', 'signin', { at: '$2::timestamptz', account_id: 'id', client_id: '$5::text', address: '$6::text' })}
         )
         SELECT id FROM who`,
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
    private readonly throttle: AttemptThrottle,
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
    return this.judge(attempt, account, subject);
  }

  /** The same for who is signed in and asked once more, before something that a stolen session must not do. */
  async verifyAgain(accountId: Long, password: string, address: string): Promise<void> {
    const [account] = await this.database.query<Candidate>(FIND_BY_ID, [accountId]);
    await this.judge({ password, address, clientId: null }, account ?? null, accountId);
  }

  /** @param subject what the throttle counts by */
  private async judge(
    attempt: Omit<PasswordAttempt, 'identifier'>,
    account: Candidate | null,
    subject: string,
  ): Promise<Long> {
    const accountId = await this.throttle.attempt(subject, attempt.address, () =>
      this.check(attempt, account),
    );
    if (accountId !== null) return accountId;
    const { address, clientId } = attempt;
    const refused = { action: 'signin', outcome: 'refused', accountId: account?.id ?? null } as const;
    await this.audit.record({ ...refused, clientId, address });
    throw new CallError(Errors.credentialInvalid, { accountId: account?.id });
  }

  /** The account when the password is its own and it may sign in. */
  private async check(
    { password, clientId, address }: Omit<PasswordAttempt, 'identifier'>,
    account: Candidate | null,
  ): Promise<Long | null> {
    const hash = account?.password_hash ?? null;
    const matches = await this.hasher.matches(password, hash);
    if (!matches || account?.status !== 'active' || hash === null) return null;
    // The password may have been changed or the account disabled while the hash was computed.
    const rehashed = await this.rehash(password, hash);
    const values = [account.id, this.clock.now(), rehashed, hash, clientId, address];
    const [signedIn] = await this.database.query<{ id: Long }>(SIGN_IN, values);
    return signedIn?.id ?? null;
  }

  /** A hash of another cost is renewed (D69); when the queue is full it waits for the next sign-in. */
  private async rehash(password: string, hash: string): Promise<string | null> {
    if (!this.hasher.needsRehash(hash)) return null;
    return this.hasher.hash(password).catch(() => null);
  }

  private async find(identifier: string): Promise<Candidate | null> {
    const forms = candidatesFor(identifier);
    if (forms.length === 0) return null;
    const found = await this.database.query<Candidate>(FIND_BY_IDENTIFIER, [forms]);
    return found.sort((a, b) => forms.indexOf(a.normalized) - forms.indexOf(b.normalized))[0] ?? null;
  }
}
