import { Injectable } from '@nestjs/common';
import { AccountIdentifier } from '../identity/accounts/account-identifier.entity.js';
import { AccountService } from '../identity/accounts/account.service.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { MemberTypeValue } from '../identity/families/family-member.entity.js';
import { addressAmong } from '../identity/mailed-links/address-among.js';
import { LateLinks } from '../identity/mailed-links/late-links.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import { by } from './family-provisioning.service.js';
import { clientOf, type ReachedFamily } from './reach.js';

/** Locked, so that of two requests at once the second sees the first one's link. */
const LOCK = `SELECT FROM account a WHERE a.id = $1 AND a.status <> 'disabled'
    AND NOT EXISTS (SELECT FROM family_member m WHERE m.account_id = a.id AND m.family_id = $2) FOR NO KEY UPDATE OF a`;

/** Who is asked to join which family, and as what. */
export interface MembershipRequest {
  /** Normalized. */
  readonly identifier: string;
  readonly family: ReachedFamily;
  readonly memberType: MemberTypeValue;
}

/**
 * Asks whoever has an identifier to join a family (D159). The client learns nothing, not even by the time it takes:
 * whether there is such an account is looked up after the answer.
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
    const [account] = await tx.query<unknown[]>(LOCK, [accountId, family.id]);
    if (!account) return;
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
  const identifiers = await tx.find(AccountIdentifier, { where: { accountId }, order: { id: 'ASC' } });
  const login = identifiers.find(({ type }) => type === 'Login');
  return addressAmong(identifiers, [identifier]) ?? login?.id ?? null;
}
