import { Injectable } from '@nestjs/common';
import { MemberType, type MemberTypeValue } from '../../identity/families/family-member.entity.js';
import { FamilyMembers, type MemberView } from '../../identity/families/family-members.js';
import { FamilyService } from '../../identity/families/family.service.js';
import { HandOvers } from '../../identity/hand-overs/hand-overs.js';
import type { OpenInvitation } from '../../identity/mailed-links/link-shapes.js';
import { SentInvitations } from '../../identity/mailed-links/sent-invitations.js';
import { Database } from '../../platform/database/database.js';
import { isLong, type Long } from '../../platform/operations/long.js';

/** An open invitation as a member sees it. */
interface InvitationSeen extends OpenInvitation {
  /** The founder withdraws any, an administrator those of their own. */
  readonly mayWithdraw: boolean;
}

/** A family as one of its members sees it. */
export interface FamilySeen {
  readonly id: Long;
  readonly name: string;
  readonly pictureKey: string | null;
  readonly role: MemberTypeValue;
  readonly members: readonly MemberView[];
  /** Invitations, for those who may invite; empty for others. */
  readonly invitations: readonly InvitationSeen[];
  /** For its founder: it is to be handed over; null: it is not. */
  readonly handOver: { readonly nextName: string; readonly beginsAt: Date } | null;
}

/** Families as their members see them. */
@Injectable()
export class FamilyViews {
  constructor(
    private readonly families: FamilyService,
    private readonly members: FamilyMembers,
    private readonly sent: SentInvitations,
    private readonly handOvers: HandOvers,
    private readonly database: Database,
  ) {}

  /** null: there is no such family, or the account is no member of it. */
  async find(familyId: string, accountId: Long): Promise<FamilySeen | null> {
    if (!isLong(familyId)) return null;
    const [family, all] = await Promise.all([this.families.find(familyId), this.members.of(familyId)]);
    const own = all.find((member) => member.accountId === accountId);
    if (!family || !own) return null;
    const { memberType: role } = own;
    // A node of 0.2 makes whom a member invited a member at once: nobody learns who had an account (D312).
    const members = all.filter(({ status, isInvited }) => status !== 'pending' || !isInvited);
    const open = role >= MemberType.administrator ? await this.sent.openOf(familyId) : [];
    const invitations = open.map((invitation) => ({
      ...invitation,
      mayWithdraw: role === MemberType.founder || invitation.inviterId === accountId,
    }));
    const handOver = role === MemberType.founder ? await this.handOverOf(familyId, all) : null;
    const { name, pictureKey } = family;
    return { id: familyId, name, pictureKey, role, members, invitations, handOver };
  }

  private async handOverOf(familyId: Long, members: readonly MemberView[]): Promise<FamilySeen['handOver']> {
    const waits = await this.handOvers.waiting(this.database.dataSource.manager, familyId);
    const next = members.find(({ accountId }) => accountId === waits?.nextId);
    return waits && next ? { nextName: next.name, beginsAt: waits.beginsAt } : null;
  }
}
