import { Injectable } from '@nestjs/common';
import { hasOwnPassword, replacePassword } from '../identity/accounts/account-statements.js';
import { PasswordVerifier } from '../identity/passwords/password-verifier.js';
import { holdSignIn, type ByUser } from '../identity/sessions/hold-sign-in.js';
import { heldRank } from '../identity/sign-ins/held-rank.js';
import { KnownNetworks } from '../identity/accounts/known-networks.js';
import { Remedies, type ThisBrowser } from '../identity/accounts/remedies.js';
import { Notices } from '../identity/notifications/notices.js';
import type { Rank } from '../identity/ways-in/youth.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import { Database } from '../platform/database/database.js';
import type { Transaction } from '../platform/database/transaction.js';
import { CallError } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';
import type { Long } from '../platform/operations/long.js';
import { Clock } from '../platform/security/clock.js';
import { PasswordHasher } from '../platform/security/password-hasher.js';
import { networkOf } from '../platform/throttle/network.js';
import type { ActingUser } from './frame/by-user.js';

/** A new password that a signed-in user chooses. */
interface ChosenPassword {
  /** The current one; null: there is none. */
  readonly current: string | null;
  /** Checked. */
  readonly next: string;
  /** The remedy of the reason: ends or keeps what the old password may have opened. */
  readonly remedy: 'replacePassword' | 'rotatePassword';
}

/** A new password for an account. */
interface NewPassword {
  readonly accountId: Long;
  readonly passwordHash: string;
  /** Where the request came from. */
  readonly address: string;
  readonly action: 'password.changed' | 'password.reset';
  /** What else ends: more where another person may know the old password. */
  readonly remedy: 'replacePassword' | 'rotatePassword';
  /** The rank of the proof for the change. */
  readonly rank: Rank;
  /** The identifier of the link; left out: no link was used. */
  readonly spared?: Long | null;
  /** The browser that stays signed in; left out: none. */
  readonly kept?: ThisBrowser;
  /** Set where the new password signs the user in as well. */
  readonly signedInAt?: Date;
  /** An address that the change itself confirmed: it gets no notice. */
  readonly except?: string | null;
}

/**
 * Changes passwords: of a signed-in user, who enters the current one, and by a proof that the caller has checked. Each change
 * is recorded, with notices and a remedy (D105, D150, D309).
 */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordVerifier,
    private readonly hasher: PasswordHasher,
    private readonly networks: KnownNetworks,
    private readonly remedies: Remedies,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Checks the current password; null: there is none. @throws CallError credentialInvalid, tooManyAttempts, unavailable */
  async verify({ accountId, address }: ByUser, current: string | null): Promise<void> {
    if (current !== null) await this.passwords.verifyAgain(accountId, current, address);
  }

  /** @param kept the browser that stays signed in; @throws CallError as verify */
  async change(who: ActingUser, { current, next, remedy }: ChosenPassword, kept: ThisBrowser): Promise<void> {
    const { accountId, address } = who;
    await this.verify(who, current);
    const passwordHash = await this.hash(next, `account ${accountId}`);
    await this.database.transaction(async (tx) => {
      const held = await holdSignIn(tx, who);
      // Another browser may have chosen the first password meanwhile: then this one has to enter it.
      if (current === null && (await hasOwnPassword(tx, accountId)))
        throw new CallError(Errors.credentialInvalid, { accountId });
      const isReplaced = await this.replace(tx, {
        ...{ accountId, passwordHash, address, remedy, kept },
        rank: await heldRank(tx, held, this.clock.now()),
        action: 'password.changed',
      });
      if (!isReplaced) throw new CallError(Errors.credentialInvalid, { accountId }); // disabled meanwhile
    });
  }

  /**
   * Hashes a password. Call it before the transaction, so that no connection waits for bcrypt (D70).
   * @param party the owner of the turn in the queue
   */
  hash(password: string, party: string): Promise<string> {
    return this.hasher.hash(password, { party, isKnown: true });
  }

  /** @returns false when the account may not sign in; nothing was changed */
  async replace(tx: Transaction, { accountId, passwordHash, ...change }: NewPassword): Promise<boolean> {
    const { signedInAt, except, action, address, remedy, kept, rank, spared } = change;
    // A person who reads the mail on this network is not delayed by guesses from others; the old password proves less.
    const network =
      rank > 1 && action === 'password.reset' ? this.networks.digestsOf(networkOf(address))[0] : undefined;
    if (!(await replacePassword(tx, accountId, passwordHash, { signedInAt, network }))) return false;
    await this.notices.add(tx, accountId, { kind: 'passwordChanged', except: except ? [except] : [] }); // also to addresses that are suspended now
    await this.remedies.apply(tx, remedy, accountId, kept, { rank, spared });
    await this.audit.record({ action, outcome: 'ok', accountId, address }, tx);
    return true;
  }
}
