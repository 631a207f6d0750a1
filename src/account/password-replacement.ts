import { Injectable } from '@nestjs/common';
import { replacePassword } from '../identity/accounts/account-statements.js';
import { KnownNetworks } from '../identity/accounts/known-networks.js';
import { Notices } from '../identity/notifications/notices.js';
import { Remedies, type ThisBrowser } from '../identity/accounts/remedies.js';
import type { Rank } from '../identity/ways-in/youth.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { Long } from '../platform/operations/long.js';
import { PasswordHasher } from '../platform/security/password-hasher.js';
import { networkOf } from '../platform/throttle/network.js';

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

/** Replaces the password of an account, with notices, remedy and audit (D105, D150, D309). */
@Injectable()
export class PasswordReplacement {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly remedies: Remedies,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly networks: KnownNetworks,
  ) {}

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
