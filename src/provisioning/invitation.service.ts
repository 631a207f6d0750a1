import { Injectable } from '@nestjs/common';
import { AccountService } from '../accounts/account.service.js';
import { Account } from '../accounts/account.entity.js';
import { AuditLog } from '../audit/audit-log.js';
import type { Long } from '../contract/long.js';
import { Database } from '../database/database.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { MailedLinks, type LinkView } from '../mailed-links/mailed-links.service.js';
import { Clock } from '../security/clock.js';
import { PasswordHasher } from '../security/password-hasher.js';
import type { InvitationForm } from './invitation-form.js';

/** Those that stand behind `/invitation/…`. */
const KINDS = ['invitation', 'confirmation', 'addition'] as const;

/** What a person does with a link: completes an account, confirms an address, asks for a new link (D23, D24, D106). */
@Injectable()
export class InvitationService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly links: MailedLinks,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** A GET may look as often as it likes: nothing is consumed (D71). */
  look(token: string): Promise<LinkView | null> {
    return this.links.look(token, KINDS);
  }

  /**
   * Completes the account: its name and password, and the address is proven.
   * @returns the account, or null when the link does not work any more; of two at once one gets it
   */
  async accept(token: string, { name, password }: InvitationForm, address: string): Promise<Long | null> {
    const passwordHash = await this.hasher.hash(password); // before the transaction: no connection waits for bcrypt (D70)
    const accountId = await this.database.transaction(async (tx) => {
      const used = await this.links.consume(tx, token, ['invitation']);
      if (!used) return null;
      const now = this.clock.now();
      const [, updated] = await tx.query<[unknown, number]>(
        `UPDATE account SET name = $2, password_hash = $3, status = 'active', last_login_at = $4 WHERE id = $1 AND status = 'pending'`,
        [used.accountId, name, passwordHash, now],
      );
      if (updated === 0) return null; // completed by another link, or disabled meanwhile
      const { accountId } = used;
      await this.audit.record({ action: 'invitation.accepted', outcome: 'ok', accountId, address }, tx);
      return accountId;
    });
    if (accountId !== null) await this.accounts.forget(accountId);
    return accountId;
  }

  /**
   * The address is proven; one that was only asked for becomes the account's own now (D106).
   * @returns taken: it became another account's meanwhile, and the link stays as it was
   */
  async confirm(token: string, address: string): Promise<'done' | 'taken' | 'refused'> {
    try {
      return await this.database.transaction(async (tx) => {
        const used = await this.links.consume(tx, token, ['confirmation', 'addition']);
        if (!used) return 'refused';
        const { accountId, added } = used;
        if (added) await this.accounts.addIdentifier(tx, accountId, { ...added, isValidated: true }, null);
        const action = added ? 'identifier.added' : 'identifier.confirmed';
        await this.audit.record({ action, outcome: 'ok', accountId, address }, tx);
        return 'done';
      });
    } catch (cause) {
      if (cause instanceof CallError && cause.definition === Errors.accountAlreadyExists) return 'taken';
      throw cause;
    }
  }

  /** Sends a new link to the address of a link that is over; not more often than every five minutes, five a day. */
  async resend(token: string, address: string): Promise<'sent' | 'tooSoon' | 'refused'> {
    const request = await this.links.requestOf(token, KINDS);
    if (!request) return 'refused';
    const { accountId } = request;
    const outcome = await this.database.transaction(async (tx) => {
      // Locked, so that of two requests at once the second sees the first one's link.
      await tx.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [accountId]);
      if (await this.links.isSentTooOften(tx, request)) return 'tooSoon' as const;
      await this.links.issue(tx, request);
      await this.audit.record({ action: 'invitation.resent', outcome: 'ok', accountId, address }, tx);
      return 'sent' as const;
    });
    this.links.announce();
    return outcome;
  }

  async localeOf(accountId: Long): Promise<string | null> {
    const account = await this.database.repository(Account).findOneBy({ id: accountId });
    return account?.locale ?? null;
  }
}
