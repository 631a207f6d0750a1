import { Errors } from '../../platform/errors/catalogue.js';
import { Calls } from '../../platform/operations/controllers.js';
import { Call, CallArgs, CurrentExchange } from '../../platform/operations/declare.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import type { ArgsClass } from '../../platform/operations/operation.js';
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
import { callingMember, FamilyCalls } from './family-calls.js';
import { FamilyReads } from './family-reads.js';
import { MemberActs } from './member-acts.js';
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
    private readonly calls: FamilyCalls,
    private readonly reads: FamilyReads,
    private readonly members: MemberActs,
    private readonly invitations: OwnFamilyInvitations,
  ) {}

  @Call('fam', 'getfamilies', {
    summary: "The account's families, with its role in each",
    result: OwnFamiliesView,
    account: 'required',
  })
  async getFamilies(@CurrentExchange() exchange: Exchange): Promise<OwnFamiliesView> {
    return { families: await this.reads.familiesOf(callingMember(exchange).accountId) };
  }

  @Call('fam', 'getfamily', {
    summary: 'A family of the account, with its members',
    args: OwnFamilyArgs,
    result: FamilyWithMembersView,
    account: 'required',
    errors: [Errors.familyIdDoesNotExist],
  })
  getFamily(
    @CallArgs() { familyId }: OwnFamilyArgs,
    @CurrentExchange() exchange: Exchange,
  ): Promise<FamilyWithMembersView> {
    return this.reads.family(familyId, callingMember(exchange).accountId);
  }

  @Call('fam', 'getinvitations', {
    summary: 'The pending invitations to a family, for its founder and administrators',
    args: OwnFamilyArgs,
    result: SentInvitationsView,
    account: 'required',
    errors: REFUSALS,
  })
  getInvitations(
    @CallArgs() { familyId }: OwnFamilyArgs,
    @CurrentExchange() exchange: Exchange,
  ): Promise<SentInvitationsView> {
    return this.reads.invitations(familyId, callingMember(exchange).accountId);
  }

  @Call('fam', 'renamefamily', { summary: 'Give a family another name', ...changes(RenameFamilyArgs) })
  rename(@CallArgs() args: RenameFamilyArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const by = callingMember(exchange);
    const { familyId, name } = args;
    return this.calls.done(this.members.act(by, (tx, acts) => acts.rename(tx, by, familyId, name)));
  }

  @Call('fam', 'setpicture', {
    summary: 'Set the picture of a family, or remove it',
    ...changes(FamilyPictureArgs),
    errors: [...REFUSALS, Errors.imageInvalid, Errors.imageTooLarge],
  })
  setPicture(@CallArgs() args: FamilyPictureArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const { familyId, image } = args;
    return this.calls.done(this.members.setPicture(callingMember(exchange), familyId, image));
  }

  @Call('fam', 'setservices', {
    summary: 'Turn services of a family on and off; those not given stay',
    ...changes(FamilyServicesOnArgs),
  })
  setServices(@CallArgs() args: FamilyServicesOnArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const by = callingMember(exchange);
    const { familyId, ...services } = args;
    return this.calls.done(this.members.act(by, (tx, acts) => acts.setServices(tx, by, familyId, services)));
  }

  @Call('fam', 'removemember', {
    summary: 'Remove another member from a family',
    ...sensitive(OtherMemberArgs),
    errors: [...REFUSALS, Errors.accountDoesNotExist],
  })
  removeMember(@CallArgs() args: OtherMemberArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const by = callingMember(exchange);
    const which = memberIn(args);
    return this.calls.done(this.members.act(by, (tx, acts) => acts.removeMember(tx, by, which)));
  }

  @Call('fam', 'setmembertype', {
    summary: 'Make a member an administrator, or an administrator a member',
    ...sensitive(MemberRoleArgs),
    errors: [...REFUSALS, Errors.accountDoesNotExist],
  })
  setMemberType(@CallArgs() args: MemberRoleArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const by = callingMember(exchange);
    const act = args.accountType === '1' ? 'makeAdministrator' : 'makeMember';
    const which = memberIn(args);
    return this.calls.done(this.members.act(by, (tx, acts) => acts.changeRole(tx, by, which, act)));
  }

  @Call('fam', 'invite', {
    summary: 'Invite a person to a family, by e-mail or text message',
    ...sensitive(InviteToFamilyArgs),
    errors: [...REFUSALS, Errors.emailInvalid, Errors.msisdnInvalid],
  })
  invite(@CallArgs() args: InviteToFamilyArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    return this.calls.invite(exchange, args);
  }

  @Call('fam', 'withdrawinvitation', {
    summary: 'Withdraw a pending invitation: the founder any, an administrator their own',
    ...changes(WithdrawnInvitationArgs),
    errors: [...REFUSALS, Errors.invitationDoesNotExist],
  })
  withdraw(@CallArgs() args: WithdrawnInvitationArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const { familyId, invitationId } = args;
    return this.calls.done(this.invitations.end(callingMember(exchange), familyId, invitationId));
  }

  @Call('fam', 'handover', {
    summary:
      'Make another member the founder: at once after a sign-in by a settled second factor, else after three days',
    ...sensitive(OtherMemberArgs),
    errors: [...REFUSALS, Errors.accountDoesNotExist],
  })
  handOver(@CallArgs() args: OtherMemberArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const by = callingMember(exchange);
    const to = memberIn(args);
    return this.calls.done(this.members.act(by, (tx, acts, held) => acts.handOver(tx, by, to, held)));
  }

  @Call('fam', 'stophandover', {
    summary: 'Stop the hand-over of a family that waits; stopping twice is no error',
    ...changes(OwnFamilyArgs),
    errors: [],
  })
  stopHandOver(@CallArgs() args: OwnFamilyArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const by = callingMember(exchange);
    return this.calls.done(this.members.act(by, (tx, acts) => acts.stopHandOver(tx, by, args.familyId)));
  }

  @Call('fam', 'leave', {
    summary: 'Leave a family; the founder of others hands it over first',
    ...sensitive(OwnFamilyArgs),
    errors: [...REFUSALS, Errors.founderAlreadyExists],
  })
  leave(@CallArgs() args: OwnFamilyArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const by = callingMember(exchange);
    return this.calls.done(this.members.actAmongMembers(by, (tx, acts) => acts.leave(tx, by, args.familyId)));
  }

  @Call('fam', 'deletefamily', {
    summary: 'Delete a family in which nobody but its founder is',
    ...sensitive(OwnFamilyArgs),
    errors: [...REFUSALS, Errors.familyNotEmpty],
  })
  deleteFamily(@CallArgs() args: OwnFamilyArgs, @CurrentExchange() exchange: Exchange): Promise<true> {
    const by = callingMember(exchange);
    return this.calls.done(
      this.members.actAmongMembers(by, (tx, acts) => acts.dissolve(tx, by, args.familyId)),
    );
  }
}

function memberIn({ familyId, accountId: memberId }: OtherMemberArgs) {
  return { familyId, memberId };
}
