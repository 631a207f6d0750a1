import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isHeld, isLeaving, isSecured, lockAccount } from '../identity/accounts/account-statements.js';
import type { Account } from '../identity/accounts/account.entity.js';
import { AccountService } from '../identity/accounts/account.service.js';
import { candidatesFor } from '../identity/accounts/identifier.js';
import type { AuditActor } from '../platform/audit/audit-actor.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Long } from '../platform/operations/long.js';
import { CallError } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';
import { Database } from '../platform/database/database.js';
import { resetAddressOf, securedAddressOf } from '../identity/mailed-links/address-among.js';
import type { LinkRequest } from '../identity/mailed-links/link-shapes.js';
import { Clock } from '../platform/security/clock.js';
import type { TextPayer } from '../identity/notifications/outbox.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import { lastInvitationOf } from '../identity/mailed-links/past-invitations.js';

/** A request of a person who forgot the password. */
export interface ResetRequest {
  /** As it was typed. */
  readonly identifier: string;
  readonly address: string;
  /** The challenge to continue afterwards. */
  readonly challenge: string | null;
}

type ResetOutcome = 'sent' | 'tooSoon' | 'notActive' | 'secured' | 'noAddress';

/** Sends the links by which people choose a new password (D105). */
@Injectable()
export class ResetLinks {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly links: MailedLinks,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends the link for an administrator, to an address of the account. The link ends a hold (D328). For a secured account the
   * administrator who secures it chooses the address, and the owner asks there for another link (D346).
   */
  async sendTo(accountId: Long, actor: AuditActor): Promise<ResetOutcome> {
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (!account) throw new CallError(Errors.accountDoesNotExist, { accountId });
      if (isSecured(account)) return 'secured' as const;
      if (account.status !== 'active' && !isHeld(account) && !isLeaving(account)) return 'notActive' as const;
      const link = await this.linkFor(tx, { ...account, status: 'active' }, []);
      if (!link) return 'noAddress' as const;
      if (await this.links.isSentTooOften(tx, link)) return 'tooSoon' as const;
      await this.links.issue(tx, link);
      const target = `account:${accountId}`;
      await this.audit.record({ ...actor, action: 'account.reset_sent', outcome: 'ok', target }, tx);
      return 'sent' as const;
    });
  }

  /** Sends a link to the account of the identifier, if there is one. */
  async send({ identifier, address, challenge }: ResetRequest, textBy: TextPayer): Promise<void> {
    const forms = candidatesFor(identifier);
    const accountId = await this.accounts.findByIdentifier(forms);
    if (accountId === null) return;
    await this.database.transaction(async (tx) => {
      // Locked, so that of two concurrent requests the second sees the link of the first.
      const account = await lockAccount(tx, accountId);
      const link = account && (await this.linkFor(tx, account, forms));
      if (!link || (await this.links.isSentTooOften(tx, link))) return;
      const query = challenge === null ? undefined : `challenge=${challenge}`;
      await this.links.issue(tx, link, { textBy, ...(link.kind === 'reset' && { query }) });
      const action = link.kind === 'reset' ? 'password.reset-asked' : 'invitation.resent';
      await this.audit.record({ action, outcome: 'ok', accountId, address }, tx);
    });
  }

  /**
   * Chooses the link. A pending account gets a new invitation, if the last one is still valid. A secured account gets a link only
   * at the address that the administrator chose. An account that is about to be deleted gets one as any other (D378). Other
   * disabled accounts, and accounts without an address that may decide, get nothing.
   */
  private async linkFor(
    tx: EntityManager,
    account: Account,
    forms: readonly string[],
  ): Promise<LinkRequest | null> {
    const { id: accountId, status } = account;
    const isWaiting = isSecured(account);
    if (status === 'disabled' && !isWaiting && !isLeaving(account)) return null;
    const identifierId = isWaiting
      ? await securedAddressOf(tx, account, forms)
      : await resetAddressOf(tx, accountId, forms, this.clock.now());
    if (identifierId === null) return null;
    if (status !== 'pending')
      return { kind: 'reset', accountId, identifierId, familyId: null, clientId: null };
    const last = await lastInvitationOf(tx, accountId);
    return last && { ...last, accountId, identifierId };
  }
}
