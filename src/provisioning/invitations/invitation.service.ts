import { Injectable } from '@nestjs/common';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { IdentifierChanges } from '../../identity/mailed-links/identifier-changes.js';
import type { AddedIdentifier, InvitationBeside, LinkView } from '../../identity/mailed-links/link-shapes.js';
import { MailedLinks, PROPOSALS } from '../../identity/mailed-links/mailed-links.service.js';
import { invitationAnew } from '../../identity/mailed-links/past-invitations.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { Acceptances, type Completion } from '../../identity/mailed-links/acceptances.js';
import { PasswordHasher } from '../../platform/security/password-hasher.js';
import type { InvitationForm } from './invitation-form.js';

/** The kinds of links to `/invitation/…`. */
const KINDS = ['invitation', 'addition', 'membership'] as const;

type Given = Pick<InvitationForm, 'name' | 'password'> & Pick<Completion, 'choiceOf' | 'beside'>;

/** Reads the links to `/invitation/…`, completes accounts and confirms addresses by them, and sends new ones (D24, D106). */
@Injectable()
export class InvitationService {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly changes: IdentifierChanges,
    private readonly budgets: Budgets,
    private readonly audit: AuditLog,
    private readonly acceptances: Acceptances,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Leaves the link unused: a GET may repeat (D71). */
  look(token: string): Promise<LinkView | null> {
    return this.links.look(token, KINDS);
  }

  /** Whether the user signs in to decide: on a proposal that is older than 0.2.0, or because they have an account by now. */
  async isProposal(token: string): Promise<boolean> {
    const link = await this.links.look(token, PROPOSALS);
    return link !== null && !link.completes && (link.kind === 'confirmation' || link.state === 'open');
  }

  /** Returns other invitations to the same address, which can be accepted together (D311). */
  beside(token: string): Promise<InvitationBeside[]> {
    return this.links.beside(token);
  }

  /**
   * Completes a pending account (D24): sets name and password, and confirms the address that the invitation was sent to.
   * Of two concurrent uses one succeeds. @returns the account; null: the link no longer works
   */
  async complete(
    token: string,
    { name, password, choiceOf, beside }: Given,
    address: string,
  ): Promise<Long | null> {
    const passwordHash = await this.hasher.hash(password, { party: `link ${token}`, isKnown: true }); // before the transaction: no connection waits for bcrypt (D70)
    const how = { passwordHash, nameOf: () => name, choiceOf, address, beside };
    return this.database.transaction(async (tx) => {
      const completed = await this.acceptances.complete(tx, token, how);
      return completed && completed.account.id;
    });
  }

  /**
   * Confirms an address that the user asked for, and adds it to the account (D106).
   * @returns taken: another account has it by now; the link stays open
   */
  async confirm(token: string, address: string): Promise<'done' | 'taken' | 'refused'> {
    try {
      return await this.database.transaction(async (tx) => {
        const used = await this.links.consume(tx, token, ['addition']);
        if (!used) return 'refused';
        const { accountId } = used;
        await this.changes.add(tx, accountId, used.added as AddedIdentifier, used.made);
        await this.audit.record({ action: 'identifier.added', outcome: 'ok', accountId, address }, tx);
        return 'done';
      });
    } catch (cause) {
      if (cause instanceof CallError && cause.definition === Errors.accountAlreadyExists) return 'taken';
      throw cause;
    }
  }

  /**
   * Sends a new invitation to the address of an expired one, once (D89).
   * @returns false: the link is not an expired invitation
   * @throws BudgetSpent
   */
  async resend(token: string, address: string): Promise<boolean> {
    const link = await this.look(token);
    if (link?.state !== 'expired') return false;
    await this.budgets.spend('mailedLinks', { address });
    const { accountId } = link;
    return this.database.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      if (!(await this.links.renew(tx, token, { textBy: { network: address } }))) return false;
      await this.audit.record({ action: 'invitation.resent', outcome: 'ok', accountId, address }, tx);
      return true;
    });
  }

  /** Sends a new invitation like the last one, for an administrator. */
  async invite(accountId: Long, actor: AuditActor): Promise<'sent' | 'tooSoon' | 'notPending' | 'noAddress'> {
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account) throw new CallError(Errors.accountDoesNotExist, { accountId });
      if (account.status !== 'pending') return 'notPending' as const;
      const request = await invitationAnew(tx, accountId);
      if (!request) return 'noAddress' as const;
      if (await this.links.isSentTooOften(tx, request)) return 'tooSoon' as const;
      await this.links.issue(tx, request);
      const target = `account:${accountId}`;
      await this.audit.record({ ...actor, action: 'account.invitation_resent', outcome: 'ok', target }, tx);
      return 'sent' as const;
    });
  }
}
