import { Injectable } from '@nestjs/common';
import { hasOwnPassword } from '../identity/accounts/account-statements.js';
import { PasswordVerifier } from '../identity/passwords/password-verifier.js';
import type { ByUser } from '../oauth/consent/connected-apps.service.js';
import { holdSignIn } from '../identity/sessions/hold-sign-in.js';
import { heldRank } from '../identity/sign-ins/held-rank.js';
import type { ThisBrowser } from '../identity/accounts/remedies.js';
import type { Visit } from '../platform/operations/visit.js';
import { Proofs } from '../identity/sessions/proofs.js';
import { Database } from '../platform/database/database.js';
import { CallError } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';
import { Clock } from '../platform/security/clock.js';
import type { ActingUser } from './frame/by-user.js';
import { PasswordReplacement } from './password-replacement.js';

/** A new password that a signed-in user chooses. */
interface ChosenPassword {
  /** The current one; null: there is none. */
  readonly current: string | null;
  /** Checked. */
  readonly next: string;
  /** The remedy of the reason: ends or keeps what the old password may have opened. */
  readonly remedy: 'replacePassword' | 'rotatePassword';
}

/** Changes the password of a signed-in user, who enters the current one, and signs out other browsers. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordVerifier,
    private readonly replacement: PasswordReplacement,
    private readonly proofs: Proofs,
    private readonly clock: Clock,
  ) {}

  /** Checks the current password; null: there is none. @throws CallError credentialInvalid, tooManyAttempts, unavailable */
  async verify({ accountId, address }: ByUser, current: string | null): Promise<void> {
    if (current !== null) await this.passwords.verifyAgain(accountId, current, address);
  }

  /** Notes a proof by password in the session: the person who chose it knows it. */
  async noteKnown(visit: Visit): Promise<void> {
    await this.proofs.show(visit, 'password');
  }

  /** @param kept the browser that stays signed in; @throws CallError as verify */
  async change(who: ActingUser, { current, next, remedy }: ChosenPassword, kept: ThisBrowser): Promise<void> {
    const { accountId, address } = who;
    await this.verify(who, current);
    const passwordHash = await this.replacement.hash(next, `account ${accountId}`);
    await this.database.transaction(async (tx) => {
      const held = await holdSignIn(tx, who);
      // Another browser may have chosen the first password meanwhile: then this one has to enter it.
      if (current === null && (await hasOwnPassword(tx, accountId)))
        throw new CallError(Errors.credentialInvalid, { accountId });
      const isReplaced = await this.replacement.replace(tx, {
        ...{ accountId, passwordHash, address, remedy, kept },
        rank: await heldRank(tx, held, this.clock.now()),
        action: 'password.changed',
      });
      if (!isReplaced) throw new CallError(Errors.credentialInvalid, { accountId }); // disabled meanwhile
    });
  }
}
