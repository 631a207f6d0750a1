import { Injectable } from '@nestjs/common';
import { Repository } from 'typeorm';
import { InjectRepository } from '@nestjs/typeorm';
import { completeAccount, lockAccount } from '../../identity/accounts/account-statements.js';
import { AccountService } from '../../identity/accounts/account.service.js';
import { Account } from '../../identity/accounts/account.entity.js';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { AddedIdentifier, LinkView } from '../../identity/mailed-links/link-shapes.js';
import { MailedLinks, PROPOSALS } from '../../identity/mailed-links/mailed-links.service.js';
import { invitationAnew } from '../../identity/mailed-links/past-invitations.js';
import { Notices } from '../../identity/notifications/notices.js';
import { Clock } from '../../platform/security/clock.js';
import { PasswordHasher } from '../../platform/security/password-hasher.js';
import type { InvitationForm } from './invitation-form.js';

/** Those that stand behind `/invitation/…`. */
const KINDS = ['invitation', 'addition'] as const;

/** What a person does with a link: completes an account, confirms an address of theirs, asks for a new link (D24, D106). */
@Injectable()
export class InvitationService {
  constructor(
    private readonly database: Database,
    @InjectRepository(Account) private readonly accountRows: Repository<Account>,
    private readonly accounts: AccountService,
    private readonly links: MailedLinks,
    private readonly notices: Notices,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** A GET may look as often as it likes: nothing is consumed (D71). */
  look(token: string): Promise<LinkView | null> {
    return this.links.look(token, KINDS);
  }

  /** Whether it is a link of before 0.2.0, which asks to sign in now. */
  async isProposal(token: string): Promise<boolean> {
    return (await this.links.look(token, PROPOSALS)) !== null;
  }

  /**
   * Completes the account: its name and password, and the address is proven.
   * @returns the account, or null when the link does not work any more; of two at once one gets it
   */
  async accept(
    token: string,
    { name, password }: Pick<InvitationForm, 'name' | 'password'>,
    address: string,
  ): Promise<Long | null> {
    const passwordHash = await this.hasher.hash(password, { party: `link ${token}`, isKnown: true }); // before the transaction: no connection waits for bcrypt (D70)
    return this.database.transaction(async (tx) => {
      const used = await this.links.consume(tx, token, ['invitation']);
      if (!used) return null;
      const { accountId } = used;
      const isCompleted = await completeAccount(tx, accountId, { name, passwordHash, at: this.clock.now() });
      if (!isCompleted) return null; // completed by another link, or disabled meanwhile
      await this.audit.record({ action: 'invitation.accepted', outcome: 'ok', accountId, address }, tx);
      return accountId;
    });
  }

  /**
   * The address that its owner asked for is proven, and becomes the account's own now (D106).
   * @returns taken: it became another account's meanwhile, and the link stays as it was
   */
  async confirm(token: string, address: string): Promise<'done' | 'taken' | 'refused'> {
    try {
      return await this.database.transaction(async (tx) => {
        const used = await this.links.consume(tx, token, ['addition']);
        if (!used) return 'refused';
        const { accountId } = used;
        const added = used.added as AddedIdentifier;
        const { value } = added;
        await this.notices.add(tx, accountId, { kind: 'identifierAdded', value, except: value });
        await this.accounts.addIdentifier(tx, accountId, { ...added, isValidated: true }, null);
        await this.audit.record({ action: 'identifier.added', outcome: 'ok', accountId, address }, tx);
        return 'done';
      });
    } catch (cause) {
      if (cause instanceof CallError && cause.definition === Errors.accountAlreadyExists) return 'taken';
      throw cause;
    }
  }

  /**
   * Sends a new link to the address of a link that is over; not more often than every five minutes, five a day.
   * @throws BudgetSpent
   */
  async resend(token: string, address: string): Promise<'sent' | 'tooSoon' | 'refused'> {
    const request = await this.links.requestOf(token, KINDS);
    if (!request) return 'refused';
    await this.links.askedFrom(address);
    const { accountId } = request;
    return this.database.transaction(async (tx) => {
      // Locked, so that of two requests at once the second sees the first one's link.
      await lockAccount(tx, accountId);
      if (await this.links.isSentTooOften(tx, request)) return 'tooSoon' as const;
      await this.links.issue(tx, request);
      await this.audit.record({ action: 'invitation.resent', outcome: 'ok', accountId, address }, tx);
      return 'sent' as const;
    });
  }

  /** An administrator sends the invitation anew, as the last one was. */
  async invite(accountId: Long, actor: AuditActor): Promise<'sent' | 'tooSoon' | 'notPending' | 'noAddress'> {
    return this.database.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      const { status } = await this.accounts.get(tx, accountId);
      if (status !== 'pending') return 'notPending' as const;
      const request = await invitationAnew(tx, accountId);
      if (!request) return 'noAddress' as const;
      if (await this.links.isSentTooOften(tx, request)) return 'tooSoon' as const;
      await this.links.issue(tx, request);
      const target = `account:${accountId}`;
      await this.audit.record({ ...actor, action: 'account.invitation_resent', outcome: 'ok', target }, tx);
      return 'sent' as const;
    });
  }

  async localeOf(accountId: Long): Promise<string | null> {
    const account = await this.accountRows.findOneBy({ id: accountId });
    return account?.locale ?? null;
  }
}
