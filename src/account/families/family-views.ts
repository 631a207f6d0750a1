import { Injectable } from '@nestjs/common';
import { AccountInformationService } from '../../identity/accounts/account-information.service.js';
import type { MemberTypeValue } from '../../identity/families/family-member.entity.js';
import {
  familyMembersOf,
  isShownMember,
  rolesOf,
  type MemberView,
} from '../../identity/families/family-members.js';
import { mayAct } from '../../identity/families/family-rules.js';
import { SERVICES } from '../../identity/accounts/family-services.js';
import { FamilyService } from '../../identity/families/family.service.js';
import { HandOvers } from '../../identity/hand-overs/hand-overs.js';
import type { OpenInvitation } from '../../identity/mailed-links/link-shapes.js';
import { SentInvitations } from '../../identity/mailed-links/sent-invitations.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import type { ServicesOn } from './family-acts.js';
import type { OwnFamilyView } from './family-calls.view.js';

/** A pending invitation as a member sees it. */
interface InvitationSeen extends OpenInvitation {
  /** The founder may withdraw any invitation, an administrator their own. */
  readonly mayWithdraw: boolean;
}

/** A family as one of its members sees it. */
export interface FamilySeen {
  readonly id: Long;
  readonly name: string;
  readonly pictureKey: string | null;
  readonly services: ServicesOn;
  /** Members may connect no application that nobody registered; null: nobody may here. */
  readonly refusesUnregistered: boolean | null;
  readonly role: MemberTypeValue;
  readonly members: readonly MemberView[];
  /** Pending invitations; empty for members who may not invite. */
  readonly invitations: readonly InvitationSeen[];
  /** The pending hand-over, for the founder only; null: none is pending. */
  readonly handOver: { readonly nextId: Long; readonly nextName: string; readonly beginsAt: Date } | null;
}

/** Families as their members see them. */
@Injectable()
export class FamilyViews {
  constructor(
    private readonly families: FamilyService,
    private readonly sent: SentInvitations,
    private readonly handOvers: HandOvers,
    private readonly information: AccountInformationService,
    private readonly database: Database,
    private readonly config: AppConfig,
  ) {}

  /** @returns null: there is no such family, or the account is no member */
  async find(familyId: string, accountId: Long): Promise<FamilySeen | null> {
    if (!isLong(familyId)) return null;
    const { manager } = this.database.dataSource;
    const [family, all] = await Promise.all([
      this.families.find(manager, familyId),
      familyMembersOf(manager, familyId),
    ]);
    const own = all.find((member) => member.accountId === accountId);
    if (!family || !own) return null;
    const { memberType: role } = own;
    const members = all.filter(isShownMember);
    const open = mayAct(role, 'seeInvitations') ? await this.sent.openOf(familyId) : [];
    const invitations = open.map((invitation) => ({
      ...invitation,
      mayWithdraw: mayAct(role, invitation.inviterId === accountId ? 'withdrawOwn' : 'withdrawOthers'),
    }));
    const handOver = mayAct(role, 'handOver') ? await this.handOverOf(familyId, all) : null;
    const { name, pictureKey } = family;
    const services = Object.fromEntries(SERVICES.map((service) => [service, family[service]])) as ServicesOn;
    const isAsked = this.config.unregisteredClients !== 'off';
    const refusesUnregistered = isAsked ? family.refusesUnregistered : null;
    const seen = { id: familyId, name, pictureKey, services, refusesUnregistered };
    return { ...seen, role, members, invitations, handOver };
  }

  /** @throws CallError familyIdDoesNotExist, also for a family of others */
  async require(familyId: Long, accountId: Long): Promise<FamilySeen> {
    const seen = await this.find(familyId, accountId);
    if (seen === null) throw new CallError(Errors.familyIdDoesNotExist, { familyId });
    return seen;
  }

  /** The account's families with its role in each, in the texts of the interface. */
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

  private async handOverOf(familyId: Long, members: readonly MemberView[]): Promise<FamilySeen['handOver']> {
    const waits = await this.handOvers.waiting(this.database.dataSource.manager, familyId);
    const next = members.find(({ accountId }) => accountId === waits?.nextId);
    return waits && next ? { nextId: next.accountId, nextName: next.name, beginsAt: waits.beginsAt } : null;
  }
}
