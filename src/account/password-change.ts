import { Injectable } from '@nestjs/common';
import { hasOwnPassword, lockAccount } from '../identity/accounts/account-statements.js';
import { PasswordVerifier } from '../identity/accounts/password-verifier.js';
import type { ByUser } from '../oauth/consent/connected-apps.service.js';
import { Database } from '../platform/database/database.js';
import { CallError } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';
import { PasswordReplacement } from './password-replacement.js';
import { SignIns } from './sign-ins.service.js';

/** A user who changes the password, and the session, which stays. */
interface ChangingUser extends ByUser {
  /** Digest of its id. */
  readonly session: Buffer | null;
}

/** Changes the password of a signed-in user, who enters the current one; other browsers are signed out. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordVerifier,
    private readonly replacement: PasswordReplacement,
    private readonly signIns: SignIns,
  ) {}

  /** Checks the current password; null: there is none. @throws CallError credentialInvalid, tooManyAttempts, unavailable */
  async verify({ accountId, address }: ByUser, current: string | null): Promise<void> {
    if (current !== null) await this.passwords.verifyAgain(accountId, current, address);
  }

  /** @param next checked; @throws CallError as verify */
  async change(who: ChangingUser, current: string | null, next: string): Promise<void> {
    const { accountId, address, session } = who;
    await this.verify(who, current);
    const passwordHash = await this.replacement.hash(next, `account ${accountId}`);
    await this.database.transaction(async (tx) => {
      // Another browser may have chosen the first one meanwhile: then it is no longer known without that.
      if (current === null && (await lockAccount(tx, accountId)) && (await hasOwnPassword(tx, accountId)))
        throw new CallError(Errors.credentialInvalid, { accountId });
      const isReplaced = await this.replacement.replace(tx, {
        ...{ accountId, passwordHash, address },
        action: 'password.changed',
      });
      if (!isReplaced) throw new CallError(Errors.credentialInvalid, { accountId }); // disabled meanwhile
      await this.signIns.endOtherSessions(tx, { accountId, address }, session);
    });
  }
}
