import { Injectable } from '@nestjs/common';
import { AccountService } from '../identity/accounts/account.service.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { MemberTypeValue } from '../identity/families/family-member.entity.js';
import { LateLinks } from '../identity/mailed-links/late-links.js';
import { MembershipLinks } from '../identity/mailed-links/membership-links.js';
import { by } from './family-provisioning.service.js';
import { clientOf, type ReachedFamily } from './reach.js';

/** A request to the user who has the identifier. */
interface MembershipRequest {
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
    private readonly memberships: MembershipLinks,
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
    const clientId = clientOf(requester).id;
    const isSent = await this.memberships.send(tx, accountId, {
      identifier,
      familyId: family.id,
      memberType,
      clientId,
    });
    if (!isSent) return;
    const target = `account:${accountId}`;
    const details = { family: family.id };
    await this.audit.record({ action: 'member.asked', outcome: 'ok', ...by(requester), target, details }, tx);
  }
}
