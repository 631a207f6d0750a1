import { Injectable } from '@nestjs/common';
import { Repository } from 'typeorm';
import { InjectRepository } from '@nestjs/typeorm';
import { AccountIdentifier } from '../identity/accounts/account-identifier.entity.js';
import { replacePassword } from '../identity/accounts/account-statements.js';
import { Account } from '../identity/accounts/account.entity.js';
import { PasswordVerifier } from '../identity/accounts/password-verifier.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import { Database } from '../platform/database/database.js';
import type { Long } from '../platform/operations/long.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import { Notices } from '../identity/notifications/notices.js';
import { PasswordHasher } from '../platform/security/password-hasher.js';
import type { ByUser } from '../oauth/consent/connected-apps.service.js';
import { SignIns } from './sign-ins.service.js';
import { stillThere } from '../platform/errors/problem-error.js';

/** Who changes the own password, and in which session: that one stays. */
export interface ChangingUser extends ByUser {
  /** Its digest. */
  readonly session: Buffer | null;
}

/** A person's change of the own password: the current one is asked for, and other browsers are signed out. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly database: Database,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @InjectRepository(AccountIdentifier) private readonly identifiers: Repository<AccountIdentifier>,
    private readonly passwords: PasswordVerifier,
    private readonly hasher: PasswordHasher,
    private readonly signIns: SignIns,
    private readonly links: MailedLinks,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  /** What the new one must not be: the account's name and identifiers. */
  async wordsOf(accountId: Long): Promise<string[]> {
    const identifiers = await this.identifiers.findBy({ accountId });
    const account = await this.accounts.findOneBy({ id: accountId });
    const { name } = stillThere(account, 'account');
    return [name, ...identifiers.flatMap(({ value, normalized }) => [value, normalized])];
  }

  /** The current one. @throws CallError credentialInvalid for a wrong one, tooManyAttempts, unavailable */
  async verify({ accountId, address }: ByUser, current: string): Promise<void> {
    await this.passwords.verifyAgain(accountId, current, address);
  }

  /** @param next checked; @throws CallError as verify */
  async change(who: ChangingUser, current: string, next: string): Promise<void> {
    const { accountId, address, session } = who;
    await this.verify(who, current);
    const passwordHash = await this.hasher.hash(next, { party: `account ${accountId}`, isKnown: true }); // before the transaction: no connection waits for bcrypt (D70)
    await this.database.transaction(async (tx) => {
      await replacePassword(tx, accountId, passwordHash);
      // A link that somebody asked for before would undo it, or bring an address of theirs (D105).
      await this.links.end(tx, accountId, ['reset', 'addition']);
      await this.notices.add(tx, accountId, { kind: 'passwordChanged' });
      await this.audit.record({ action: 'password.changed', outcome: 'ok', accountId, address }, tx);
      await this.signIns.endOtherSessions(tx, { accountId, address }, session);
    });
  }
}
