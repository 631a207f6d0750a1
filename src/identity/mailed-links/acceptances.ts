import { Injectable } from '@nestjs/common';
import { completeAccount, findAccount } from '../accounts/account-statements.js';
import type { Account } from '../accounts/account.entity.js';
import { isMember } from '../families/family-statements.js';
import { FamilyService } from '../families/family.service.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import type { ReadingChoice } from '../../platform/pages/reader.js';
import { Clock } from '../../platform/security/clock.js';
import { InvitedAccounts } from './invited-accounts.js';
import type { Membership, Use } from './link-shapes.js';
import { MailedLinks } from './mailed-links.service.js';

/** The account that accepts, and from where. */
interface Acting {
  readonly accountId: Long;
  readonly address: string;
}

/** How a pending account is completed. */
export interface Completion extends Use {
  readonly passwordHash: string;
  readonly nameOf: (account: Account) => string;
  readonly choiceOf: (account: Account) => ReadingChoice;
  readonly address: string;
  /** For the audit. */
  readonly details?: object;
}

/** Links that complete a pending account. */
const INVITATIONS = ['invitation', 'membership'] as const;

/** Carries out accepted invitations, in the caller's transaction: a membership only begins here (D311). */
@Injectable()
export class Acceptances {
  constructor(
    private readonly links: MailedLinks,
    private readonly families: FamilyService,
    private readonly invited: InvitedAccounts,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Completes a pending account by its invitation (D24).
   * @returns the account, and the family that the invitation names; null: the link no longer works, and the caller
   *     rolls back
   */
  async complete(
    tx: Transaction,
    token: string,
    { passwordHash, nameOf, choiceOf, address, details, ...use }: Completion,
  ): Promise<{ account: Account; familyId: Long | null } | null> {
    const used = await this.links.consume(tx, token, INVITATIONS, use);
    if (!used) return null;
    const { accountId, familyId } = used;
    const account = await findAccount(tx, accountId);
    if (!account) return null;
    const profile = { name: nameOf(account), ...choiceOf(account) };
    const change = { ...profile, passwordHash, at: this.clock.now() };
    if (!(await completeAccount(tx, accountId, change))) return null; // completed by another link, or disabled meanwhile
    await this.invited.completed(tx, accountId);
    const event = { action: 'invitation.accepted', outcome: 'ok', accountId, address } as const;
    await this.audit.record({ ...event, details }, tx);
    for (const membership of used.joins) await this.join(tx, membership, { accountId, address });
    return { account, familyId };
  }

  /**
   * Makes the account a member; an existing member keeps their role.
   * @throws CallError familyIdDoesNotExist, founderAlreadyExists
   */
  async join(
    tx: Transaction,
    { familyId, memberType, invitedBy }: Membership,
    { accountId, address }: Acting,
  ): Promise<void> {
    if (!(await isMember(tx, familyId, accountId)))
      await this.families.putMember(tx, familyId, accountId, memberType, invitedBy);
    const target = `family:${familyId}`;
    await this.audit.record({ action: 'membership.accepted', outcome: 'ok', target, accountId, address }, tx);
  }
}
