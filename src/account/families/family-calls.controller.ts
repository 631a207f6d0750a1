import { ProfileService } from '../../identity/accounts/profile.service.js';
import { mayAct } from '../../identity/families/family-rules.js';
import type { AddedIdentifier } from '../../identity/mailed-links/link-shapes.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Calls } from '../../platform/operations/controllers.js';
import { Call, CallArgs, CurrentExchange } from '../../platform/operations/declare.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import type { ArgsClass } from '../../platform/operations/operation.js';
import { ownAddress } from '../identifiers/own-identifiers.service.js';
import {
  FamilyPictureArgs,
  FamilyServicesOnArgs,
  InviteToFamilyArgs,
  MemberRoleArgs,
  OtherMemberArgs,
  OwnFamilyArgs,
  RenameFamilyArgs,
  WithdrawnInvitationArgs,
} from './family-calls.args.js';
import { FamilyWithMembersView, OwnFamiliesView, SentInvitationsView } from './family-calls.view.js';
import { callingMember, done } from './family-calls.js';
import { FamilyActs } from './family-acts.js';
import { FamilyViews, type FamilySeen } from './family-views.js';
import { OwnFamilyInvitations } from './own-family-invitations.js';

const REFUSALS = [Errors.familyIdDoesNotExist, Errors.familyRoleInsufficient] as const;

/** A change of a family: true once it is made, or was so already. */
const changes = (args: ArgsClass) =>
  ({ args, result: 'true', account: 'required', writes: true, errors: REFUSALS }) as const;

/** A change that takes from others, or concerns who runs the family: it asks for a recent sign-in (D391). */
const sensitive = (args: ArgsClass) => ({ ...changes(args), isSensitive: true }) as const;

/** What members do in their families by their role, for the operator's own applications (D384, D390). */
@Calls({ client: 'credentials', account: 'required' })
export class FamilyCallsController {
  constructor(
    private readonly acts: FamilyActs,
    private readonly views: FamilyViews,
    private readonly invitations: OwnFamilyInvitations,
    private readonly profiles: ProfileService,
  ) {}

  @Call('fam', 'getfamilies', {
    summary: "The account's families, with its role in each",
    result: OwnFamiliesView,
    account: 'required',
  })
  async getFamilies(@CurrentExchange() exchange: Exchange): Promise<OwnFamiliesView> {
    return { families: await this.views.familiesOf(callingMember(exchange).accountId) };
  }

  @Call('fam', 'getfamily', {
    summary: 'A family of the account, with its members',
    args: OwnFamilyArgs,
    result: FamilyWithMembersView,
    account: 'required',
    errors: [Errors.familyIdDoesNotExist],
  })
  async getFamily(
    @CallArgs() { familyId }: OwnFamilyArgs,
    @CurrentExchange() exchange: Exchange,
  ): Promise<FamilyWithMembersView> {
    const { accountId } = callingMember(exchange);
    const [seen, families] = await Promise.all([
      this.views.require(familyId, accountId),
      this.views.familiesOf(accountId),
    ]);
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

  @Call('fam', 'getinvitations', {
    summary: 'The pending invitations to a family, for its founder and administrators',
    args: OwnFamilyArgs,
    result: SentInvitationsView,
    account: 'required',
    errors: REFUSALS,
  })
  async getInvitations(
    @CallArgs() { familyId }: OwnFamilyArgs,
    @CurrentExchange() exchange: Exchange,
  ): Promise<SentInvitationsView> {
    const { role, invitations } = await this.views.require(familyId, callingMember(exchange).accountId);
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

  @Call('fam', 'renamefamily', { summary: 'Give a family another name', ...changes(RenameFamilyArgs) })
  rename(@CallArgs() args: RenameFamilyArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    return done(this.acts.rename(callingMember(exchange), args.familyId, args.name));
  }

  @Call('fam', 'setpicture', {
    summary: 'Set the picture of a family, or remove it',
    ...changes(FamilyPictureArgs),
    errors: [...REFUSALS, Errors.imageInvalid, Errors.imageTooLarge],
  })
  setPicture(@CallArgs() args: FamilyPictureArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const { familyId, image } = args;
    return done(this.acts.setPicture(callingMember(exchange), familyId, image));
  }

  @Call('fam', 'setservices', {
    summary: 'Turn services of a family on and off; those not given stay',
    ...changes(FamilyServicesOnArgs),
  })
  setServices(@CallArgs() args: FamilyServicesOnArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const { familyId, ...services } = args;
    return done(this.acts.setServices(callingMember(exchange), familyId, services));
  }

  @Call('fam', 'removemember', {
    summary: 'Remove another member from a family',
    ...sensitive(OtherMemberArgs),
    errors: [...REFUSALS, Errors.accountDoesNotExist],
  })
  removeMember(@CallArgs() args: OtherMemberArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    return done(this.acts.removeMember(callingMember(exchange), memberIn(args)));
  }

  @Call('fam', 'setmembertype', {
    summary: 'Make a member an administrator, or an administrator a member',
    ...sensitive(MemberRoleArgs),
    errors: [...REFUSALS, Errors.accountDoesNotExist],
  })
  setMemberType(@CallArgs() args: MemberRoleArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const act = args.accountType === '1' ? 'makeAdministrator' : 'makeMember';
    return done(this.acts.changeRole(callingMember(exchange), memberIn(args), act));
  }

  @Call('fam', 'invite', {
    summary: 'Invite a person to a family, by e-mail or text message',
    ...sensitive(InviteToFamilyArgs),
    errors: [...REFUSALS, Errors.emailInvalid, Errors.msisdnInvalid],
  })
  async invite(@CallArgs() args: InviteToFamilyArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const by = callingMember(exchange);
    const { familyId, identifier, name, accountType = '0' } = args;
    const country = (await this.profiles.of(by.accountId))?.countryCode ?? null;
    const address = ownAddress(identifier, country) as AddedIdentifier | null;
    if (address === null)
      throw new CallError(identifier.includes('@') ? Errors.emailInvalid : Errors.msisdnInvalid);
    const memberType = accountType === '1' ? 1 : 0;
    const invited = { familyId, name, address, typed: identifier, memberType } as const;
    return done(this.invitations.send(by, invited, exchange.caller.client ?? undefined));
  }

  @Call('fam', 'withdrawinvitation', {
    summary: 'Withdraw a pending invitation: the founder any, an administrator their own',
    ...changes(WithdrawnInvitationArgs),
    errors: [...REFUSALS, Errors.invitationDoesNotExist],
  })
  withdraw(@CallArgs() args: WithdrawnInvitationArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const { familyId, invitationId } = args;
    return done(this.invitations.withdraw(callingMember(exchange), familyId, invitationId));
  }

  @Call('fam', 'handover', {
    summary:
      'Make another member the founder: at once after a sign-in by a settled second factor, else after three days',
    ...sensitive(OtherMemberArgs),
    errors: [...REFUSALS, Errors.accountDoesNotExist],
  })
  handOver(@CallArgs() args: OtherMemberArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    return done(this.acts.handOver(callingMember(exchange), memberIn(args)));
  }

  @Call('fam', 'stophandover', {
    summary: 'Stop the hand-over of a family that waits; stopping twice is no error',
    ...changes(OwnFamilyArgs),
    errors: [],
  })
  stopHandOver(@CallArgs() args: OwnFamilyArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    return done(this.acts.stopHandOver(callingMember(exchange), args.familyId));
  }

  @Call('fam', 'leave', {
    summary: 'Leave a family; the founder of others hands it over first',
    ...sensitive(OwnFamilyArgs),
    errors: [...REFUSALS, Errors.founderAlreadyExists],
  })
  leave(@CallArgs() args: OwnFamilyArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    return done(this.acts.leave(callingMember(exchange), args.familyId));
  }

  @Call('fam', 'deletefamily', {
    summary: 'Delete a family in which nobody but its founder is',
    ...sensitive(OwnFamilyArgs),
    errors: [...REFUSALS, Errors.familyNotEmpty],
  })
  deleteFamily(@CallArgs() args: OwnFamilyArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    return done(this.acts.dissolve(callingMember(exchange), args.familyId));
  }
}

function waiting({ nextId, nextName, beginsAt }: NonNullable<FamilySeen['handOver']>) {
  return { accountId: nextId, name: nextName, beginsAt: beginsAt.toISOString() };
}

function memberIn({ familyId, accountId: memberId }: OtherMemberArgs) {
  return { familyId, memberId };
}
