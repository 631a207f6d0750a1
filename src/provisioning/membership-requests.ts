import { Injectable } from '@nestjs/common';
import { identifiersOf } from '../identity/accounts/account-identifiers.js';
import { lockAccount } from '../identity/accounts/account-statements.js';
import { AccountService } from '../identity/accounts/account.service.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { MemberTypeValue } from '../identity/families/family-member.entity.js';
import { isMember } from '../identity/families/family-statements.js';
import { addressAmong } from '../identity/mailed-links/address-among.js';
import { LateLinks } from '../identity/mailed-links/late-links.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import { by } from './family-provisioning.service.js';
import { clientOf, type ReachedFamily } from './reach.js';

/** A request to the user who has the identifier. */
export interface MembershipRequest {
  /** Normalized. */
  readonly identifier: string;
  readonly family: ReachedFamily;
  readonly memberType: MemberTypeValue;
}

/**
 * Asks the user who has an identifier to join a family (D159). The answer reveals nothing to the client, not even by
 * its timing: whether there is such an account is looked up afterwards.
 */
@Injectable()
export class MembershipRequests {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly links: MailedLinks,
    private readonly late: LateLinks,
    private readonly audit: AuditLog,
  ) {}

  ask(request: MembershipRequest, requester: Requester): void {
    this.audit.count({ action: 'account.searched', outcome: 'ok', ...by(requester) });
    this.late.send(() => this.send(request, requester));
  }

  private async send(request: MembershipRequest, requester: Requester): Promise<void> {
    const accountId = await this.accounts.findByIdentifier([request.identifier]);
    if (accountId === null) return;
    await this.database.transaction((tx) => this.sendTo(tx, accountId, request, requester));
  }

  private async sendTo(
    tx: Transaction,
    accountId: Long,
    { identifier, family, memberType }: MembershipRequest,
    requester: Requester,
  ): Promise<void> {
    // Locked, so that of two concurrent requests the second sees the link of the first.
    const account = await lockAccount(tx, accountId, 'NO KEY UPDATE');
    if (!account || account.status === 'disabled') return;
    if (await isMember(tx, family.id, accountId)) return;
    const identifierId = await addressOf(tx, accountId, identifier);
    if (identifierId === null) return;
    const who = { accountId, identifierId, clientId: clientOf(requester).id };
    const link = { ...who, kind: 'membership', familyId: family.id, memberType } as const;
    if (await this.links.isSentTooOften(tx, link)) return;
    await this.links.issue(tx, link);
    const target = `account:${accountId}`;
    const details = { family: family.id };
    await this.audit.record({ action: 'member.asked', outcome: 'ok', ...by(requester), target, details }, tx);
  }
}

/** A login has no channel: an administrator hands its link over (D25). */
async function addressOf(tx: Transaction, accountId: Long, identifier: string): Promise<Long | null> {
  const identifiers = await identifiersOf(tx, accountId);
  const login = identifiers.find(({ type }) => type === 'Login');
  return addressAmong(identifiers, [identifier]) ?? login?.id ?? null;
}
