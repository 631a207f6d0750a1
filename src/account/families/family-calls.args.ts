import { PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import { FAMILY_IMAGE, servicesArgs } from '../../identity/families/family-call.args.js';
import { FAMILY_FIELDS } from '../../identity/families/family.fields.js';
import { ChoiceArg, FileArg, LongArg, TextArg } from '../../platform/operations/args.js';
import type { Long } from '../../platform/operations/long.js';
import { FieldArg } from '../../platform/records/field-arg.js';

const FAMILY = { description: 'A family of the account.' } as const;
/** The founder gets the role only by `famhandover`. */
const GIVEN_ROLES = ['0', '1'];
const GIVEN_ROLE = '0 member, 1 administrator.';

export class OwnFamilyArgs {
  @LongArg('familyId', FAMILY)
  familyId!: Long;
}

export class RenameFamilyArgs extends OwnFamilyArgs {
  @FieldArg(FAMILY_FIELDS.name, { description: 'Its new name.' })
  name!: string;
}

export class FamilyPictureArgs extends OwnFamilyArgs {
  /** null: removes the picture. */
  @FileArg('FamilyImage', {
    ...FAMILY_IMAGE,
    isRemovable: true,
    description: `${FAMILY_IMAGE.description} A text parameter without a value (FamilyImage=) removes the picture.`,
  })
  image!: Buffer | null;
}

export class FamilyServicesOnArgs extends servicesArgs(() => 'Left out, it stays as it is.') {
  @LongArg('familyId', FAMILY)
  familyId!: Long;
}

export class OtherMemberArgs extends OwnFamilyArgs {
  @LongArg('accountId', { description: 'Another member of the family.' })
  accountId!: Long;
}

export class MemberRoleArgs extends OtherMemberArgs {
  @ChoiceArg('AccountType', GIVEN_ROLES, { description: GIVEN_ROLE })
  accountType!: '0' | '1';
}

export class InviteToFamilyArgs extends OwnFamilyArgs {
  @TextArg('Identifier', {
    max: 320,
    description:
      "The person's e-mail address or phone number; a national number is one of the country of the account.",
  })
  identifier!: string;

  @FieldArg(PROFILE_FIELDS.name, { description: 'What the person is called until they say so themselves.' })
  name!: string;

  @ChoiceArg('AccountType', GIVEN_ROLES, { optional: true, description: `${GIVEN_ROLE} Default 0.` })
  accountType?: '0' | '1';
}

export class WithdrawnInvitationArgs extends OwnFamilyArgs {
  @LongArg('invitationId', { description: 'The invitation, as famgetinvitations names it.' })
  invitationId!: Long;
}
