import { Injectable } from '@nestjs/common';
import { MemberType, type MemberTypeValue } from '../../identity/families/family-member.entity.js';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { FamilyMessages, type FamilyChanged } from './family-messages.js';

/** A member who acts, on a page or by an application. */
export interface ActingMember {
  readonly accountId: Long;
  /** The network address. */
  readonly address: string;
  /** The application; null or left out: Hearth's own pages. */
  readonly clientId?: string | null;
}

interface Change {
  readonly familyId: Long;
  /** The member who changed it. */
  readonly by: ActingMember;
}

/** What every member is told, and what only those are who run the family. */
const OF_ALL = ['family.services-set', 'family.unregistered-set'] as const;
type Changed = (typeof OF_ALL)[number] | 'family.renamed' | 'family.picture-set' | 'family.picture-removed';
type FamilyAction = Extract<AuditAction, `family.${string}`> | 'member.left';

/** Records what members do to their families, and has it told to the accounts that it concerns (D385). Only leaving is quiet. */
@Injectable()
export class FamilyNotices {
  constructor(
    private readonly messages: FamilyMessages,
    private readonly audit: AuditLog,
  ) {}

  /** Notifies the others who run the family, and of what its members use every other member. */
  async changed(tx: Transaction, action: Changed, change: Change, details?: object): Promise<void> {
    const isOfAll = OF_ALL.some((each) => each === action);
    const lowest = isOfAll ? MemberType.member : MemberType.administrator;
    await this.messages.changed(tx, toldOf(change), lowest);
    await this.record(tx, action, change, details);
  }

  async memberRemoved(tx: Transaction, change: Change, memberId: Long): Promise<void> {
    await this.messages.memberRemoved(tx, toldOf(change), memberId);
    await this.record(tx, 'family.member-removed', change, { account: memberId });
  }

  async roleChanged(
    tx: Transaction,
    change: Change,
    memberId: Long,
    accountType: MemberTypeValue,
  ): Promise<void> {
    await this.messages.roleChanged(tx, toldOf(change), memberId, accountType);
    await this.record(tx, 'family.role-set', change, { account: memberId, accountType });
  }

  async withdrawn(tx: Transaction, change: Change, senderId: Long | null): Promise<void> {
    await this.messages.withdrawn(tx, toldOf(change), senderId);
    await this.record(tx, 'family.invitation-withdrawn', change);
  }

  /** Call it before the family is deleted. */
  async dissolved(tx: Transaction, change: Change): Promise<void> {
    await this.messages.dissolved(tx, change.familyId, change.by.accountId);
    await this.record(tx, 'family.dissolved', change);
  }

  record(
    tx: Transaction,
    action: FamilyAction,
    { familyId, by: { accountId, address, clientId = null } }: Change,
    details?: object,
  ): Promise<void> {
    const event = { action, outcome: 'ok', target: `family:${familyId}`, details } as const;
    return this.audit.record({ ...event, accountId, address, clientId }, tx);
  }
}

function toldOf({ familyId, by }: Change): FamilyChanged {
  return { familyId, by: by.accountId };
}
