import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountIdentifier } from '../identity/accounts/account-identifier.entity.js';
import { lockAccount } from '../identity/accounts/account-statements.js';
import { Account } from '../identity/accounts/account.entity.js';
import { AccountService } from '../identity/accounts/account.service.js';
import { candidatesFor } from '../identity/accounts/identifier.js';
import type { AuditActor } from '../platform/audit/audit-actor.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import { addressAmong } from '../identity/mailed-links/address-among.js';
import { LateLinks } from '../identity/mailed-links/late-links.js';
import type { LinkRequest } from '../identity/mailed-links/link-shapes.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import { lastInvitationOf } from '../identity/mailed-links/past-invitations.js';
import { AttemptThrottle } from '../platform/throttle/attempt-throttle.js';

/** Who forgot the password, and where they were. */
export interface ResetRequest {
  /** As it was typed. */
  readonly identifier: string;
  readonly address: string;
  /** The challenge to go on with afterwards. */
  readonly challenge: string | null;
}

/** Sends the link by which a new password is chosen (D105). Who asks learns nothing, not even by the time it takes. */
@Injectable()
export class ResetRequests {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly links: MailedLinks,
    private readonly throttle: AttemptThrottle,
    private readonly audit: AuditLog,
    private readonly late: LateLinks,
  ) {}

  /** Answers at once, whoever it is; what there is to send is looked up after that. @throws CallError tooManyAttempts (BudgetSpent too) */
  async ask(request: ResetRequest): Promise<void> {
    const { identifier, address } = request;
    // Each one counts, as a failed sign-in does, but apart from those: asking does not lock anybody out.
    const subject = `reset ${candidatesFor(identifier)[0] ?? identifier}`;
    await this.throttle.ask(subject, address);
    await this.links.askedFrom(address);
    this.late.send(() => this.send(request));
  }

  /** An administrator sends the link, to an address of the account. */
  async sendTo(accountId: Long, actor: AuditActor): Promise<'sent' | 'tooSoon' | 'notActive' | 'noAddress'> {
    return this.database.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      const account = await this.accounts.get(tx, accountId);
      if (account.status !== 'active') return 'notActive' as const;
      const link = await this.linkFor(tx, account, []);
      if (!link) return 'noAddress' as const;
      if (await this.links.isSentTooOften(tx, link)) return 'tooSoon' as const;
      await this.links.issue(tx, link);
      const target = `account:${accountId}`;
      await this.audit.record({ ...actor, action: 'account.reset_sent', outcome: 'ok', target }, tx);
      return 'sent' as const;
    });
  }

  private async send({ identifier, address, challenge }: ResetRequest): Promise<void> {
    const forms = candidatesFor(identifier);
    const accountId = await this.accounts.findByIdentifier(forms);
    if (accountId === null) return;
    await this.database.transaction(async (tx) => {
      // Locked, so that of two requests at once the second sees the first one's link.
      const account = await tx.findOne(Account, {
        where: { id: accountId },
        lock: { mode: 'pessimistic_write' },
      });
      const link = account && (await this.linkFor(tx, account, forms));
      if (!link || (await this.links.isSentTooOften(tx, link))) return;
      const query = challenge === null ? undefined : `challenge=${challenge}`;
      await this.links.issue(tx, link, link.kind === 'reset' ? { query } : {});
      const action = link.kind === 'reset' ? 'password.reset-asked' : 'invitation.resent';
      await this.audit.record({ action, outcome: 'ok', accountId, address }, tx);
    });
  }

  /** A pending account gets its invitation anew; a disabled one, and one without an address to send to, nothing. */
  private async linkFor(
    tx: EntityManager,
    { id: accountId, status }: Account,
    forms: readonly string[],
  ): Promise<LinkRequest | null> {
    if (status === 'disabled') return null;
    const identifiers = await tx.find(AccountIdentifier, { where: { accountId }, order: { id: 'ASC' } });
    const identifierId = addressAmong(identifiers, forms);
    if (identifierId === null) return null;
    if (status === 'active')
      return { kind: 'reset', accountId, identifierId, familyId: null, clientId: null };
    return { kind: 'invitation', accountId, identifierId, ...(await lastInvitationOf(tx, accountId)) };
  }
}
