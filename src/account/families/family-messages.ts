import { Injectable } from '@nestjs/common';
import { findAccount } from '../../identity/accounts/account-statements.js';
import { lookOf } from '../../platform/pages/look.js';
import { MemberType, type MemberTypeValue } from '../../identity/families/family-member.entity.js';
import { familyMembersOf, founderOf, isShownMember } from '../../identity/families/family-members.js';
import { FamilyService } from '../../identity/families/family.service.js';
import type { NoticeKind } from '../../identity/notifications/outbox-message.entity.js';
import { Notices } from '../../identity/notifications/notices.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';

/** A change of a family. */
export interface FamilyChanged {
  readonly familyId: Long;
  /** The member who made it; null: an administrator of the server, who is named by the service. */
  readonly by: Long | null;
}

const KIND_OF_ROLE = ['familyMember', 'familyAdministrator', 'familyHandedOver'] as const;

/** Notifies the accounts that a change of a family concerns (D385). */
@Injectable()
export class FamilyMessages {
  constructor(
    private readonly families: FamilyService,
    private readonly notices: Notices,
  ) {}

  /** Notifies the others from this role on: every member, or those who run the family. */
  async changed(tx: Transaction, { familyId, by }: FamilyChanged, lowest: MemberTypeValue): Promise<void> {
    const facts = await this.factsOf(tx, familyId, by);
    const members = (await familyMembersOf(tx, familyId)).filter(isShownMember);
    for (const { accountId, memberType } of members)
      if (accountId !== by && memberType >= lowest)
        await this.notices.add(tx, accountId, { kind: 'familyChanged', ...facts, byOther: true });
  }

  /** Notifies the account that was removed, and the founder. */
  async memberRemoved(tx: Transaction, { familyId, by }: FamilyChanged, memberId: Long): Promise<void> {
    const removal = await this.factsOf(tx, familyId, by);
    await this.notices.add(tx, memberId, { kind: 'familyRemoved', ...removal, byOther: true });
    const founderId = await founderOf(tx, familyId);
    const removed = await this.factsOf(tx, familyId, memberId);
    const byOther = founderId !== by;
    if (founderId !== null)
      await this.notices.add(tx, founderId, { kind: 'familyLeft', ...removed, byOther });
  }

  /** Notifies the member whose role it is, and the founder. */
  roleChanged(tx: Transaction, change: FamilyChanged, memberId: Long, role: MemberTypeValue): Promise<void> {
    return this.toBoth(tx, change, memberId, KIND_OF_ROLE[role]);
  }

  /** Notifies the account that was made a member, in this role, and the founder. */
  memberAdded(tx: Transaction, change: FamilyChanged, memberId: Long, role: MemberTypeValue): Promise<void> {
    return this.toBoth(
      tx,
      change,
      memberId,
      role === MemberType.administrator ? 'familyAdministrator' : 'familyAdded',
    );
  }

  private async toBoth(
    tx: Transaction,
    { familyId, by }: FamilyChanged,
    memberId: Long,
    kind: NoticeKind,
  ): Promise<void> {
    const facts = await this.factsOf(tx, familyId, memberId);
    for (const told of new Set([memberId, await founderOf(tx, familyId)]))
      if (told !== null) await this.notices.add(tx, told, { kind, ...facts, byOther: told !== by });
  }

  /** Notifies the member whose invitation another person withdrew. */
  async withdrawn(tx: Transaction, { familyId, by }: FamilyChanged, senderId: Long | null): Promise<void> {
    const facts = await this.factsOf(tx, familyId, by);
    if (senderId !== null && senderId !== by)
      await this.notices.add(tx, senderId, { kind: 'familyInvitationWithdrawn', ...facts, byOther: true });
  }

  /** Notifies the founder, the last member. Call it before the family is deleted. */
  async dissolved(tx: Transaction, familyId: Long, founderId: Long): Promise<void> {
    const { value } = await this.factsOf(tx, familyId, founderId);
    await this.notices.add(tx, founderId, { kind: 'familyDissolved', value });
  }

  /** Names whom it is about where a notice would name a client. */
  private async factsOf(
    tx: Transaction,
    familyId: Long,
    about: Long | null,
  ): Promise<{ value: string; clientName: string }> {
    const family = await this.families.find(tx, familyId);
    const clientName = about === null ? lookOf(null).name : (await findAccount(tx, about))?.name;
    return { value: family?.name ?? '', clientName: clientName ?? '' };
  }
}
