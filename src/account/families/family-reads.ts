import { Injectable } from '@nestjs/common';
import { AccountInformationService } from '../../identity/accounts/account-information.service.js';
import { rolesOf } from '../../identity/families/family-members.js';
import { mayAct } from '../../identity/families/family-rules.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import type { FamilyWithMembersView, OwnFamilyView, SentInvitationsView } from './family-calls.view.js';
import { FamilyViews, type FamilySeen } from './family-views.js';

/** What members see of their families, in the texts of the interface. */
@Injectable()
export class FamilyReads {
  constructor(
    private readonly views: FamilyViews,
    private readonly information: AccountInformationService,
    private readonly database: Database,
  ) {}

  async familiesOf(accountId: Long): Promise<OwnFamilyView[]> {
    const { manager } = this.database.dataSource;
    const [account, roles] = await Promise.all([
      this.information.find(accountId),
      rolesOf(manager, accountId),
    ]);
    return (account?.families ?? []).flatMap((family) => {
      const role = roles.get(family.familyId);
      return role === undefined ? [] : { ...family, accountType: String(role) };
    });
  }

  /** @throws CallError familyIdDoesNotExist */
  async family(familyId: Long, accountId: Long): Promise<FamilyWithMembersView> {
    const [seen, families] = await Promise.all([this.seen(familyId, accountId), this.familiesOf(accountId)]);
    const family = families.find((each) => each.familyId === familyId);
    if (!family) throw new CallError(Errors.familyIdDoesNotExist, { familyId });
    const members = seen.members.map(({ accountId: id, name, memberType, since }) => ({
      accountId: id,
      name,
      accountType: String(memberType),
      memberSince: since.toISOString(),
    }));
    const { handOver } = seen;
    return { ...family, members, ...(handOver && { handOver: waiting(handOver) }) };
  }

  /** @throws CallError familyIdDoesNotExist, familyRoleInsufficient */
  async invitations(familyId: Long, accountId: Long): Promise<SentInvitationsView> {
    const { role, invitations } = await this.seen(familyId, accountId);
    if (!mayAct(role, 'seeInvitations')) throw new CallError(Errors.familyRoleInsufficient, { familyId });
    return {
      invitations: invitations.map(({ id, invitedAs, inviterName, expiresAt, mayWithdraw }) => ({
        invitationId: id,
        identifier: invitedAs,
        invitedBy: inviterName,
        expiresAt: expiresAt.toISOString(),
        mayWithdraw: String(mayWithdraw),
      })),
    };
  }

  /** @throws CallError familyIdDoesNotExist, also for a family of others */
  private async seen(familyId: Long, accountId: Long): Promise<FamilySeen> {
    const seen = await this.views.find(familyId, accountId);
    if (seen === null) throw new CallError(Errors.familyIdDoesNotExist, { familyId });
    return seen;
  }
}

function waiting({ nextId, nextName, beginsAt }: NonNullable<FamilySeen['handOver']>) {
  return { accountId: nextId, name: nextName, beginsAt: beginsAt.toISOString() };
}
