import { ApiProperty } from '@nestjs/swagger';
import { IsBase64, Length } from 'class-validator';
import { FormField, trimmed, wholeNumber } from '../../platform/checks/form.js';
import type { MemberTypeValue } from '../../identity/families/family-member.entity.js';
import {
  FAMILY_SETTINGS,
  FAMILY_INVITATION_FIELDS,
  MEMBERSHIP_FIELDS,
  NEW_FAMILY_FIELDS,
} from '../../identity/families/family.fields.js';
import { isLong } from '../../platform/operations/long.js';
import { Rule } from '../../platform/checks/rule.js';
import { changeBodyOf, newBodyOf } from '../../platform/records/rest.js';
import { ONE_PIXEL } from '../branding/branding.args.js';
import { ChoiceFilter, TextFilter } from '../shell/filters.js';
import { PageQuery } from '../shell/page-query.js';
import { sortedBy, sortsOf } from '../shell/sorting.js';

const FAMILY_SORTS = sortsOf('name', 'created');
type FamilySort = (typeof FAMILY_SORTS)[number];

export class FamilyQuery extends PageQuery {
  @TextFilter({
    label: 'Name begins with',
    shortest: 0,
    longest: 255,
    description: 'The beginning of a name.',
  })
  query?: string;

  @ChoiceFilter(FAMILY_SORTS, {
    label: 'Order',
    default: 'name',
    description: 'With `-` from the last to the first. With `query` by `name` alone.',
  })
  @Rule<FamilyQuery>((sort, { query = '' }) =>
    query.trim() !== '' && sortedBy(sort as FamilySort).key !== 'name' ? 'must be by name with query' : null,
  )
  sort?: FamilySort;
}

export class NewFamilyBody extends newBodyOf(NEW_FAMILY_FIELDS) {}

/** Changes only the members that are sent. */
export class FamilyChange extends changeBodyOf(FAMILY_SETTINGS) {}

/** 5 MiB as Base64. */
const LONGEST_PICTURE = 7_000_000;

export class NewFamilyPicture {
  @ApiProperty({
    maxLength: LONGEST_PICTURE,
    example: ONE_PIXEL,
    description: 'JPEG, PNG, GIF or WebP of at most 5 MiB, as Base64.',
  })
  @Length(1, LONGEST_PICTURE, { message: 'must be an image of at most 5 MiB' })
  @IsBase64({}, { message: 'must be an image as Base64' })
  data!: string;
}

/** Whom the family is handed over to. */
export class HandOverBody {
  @ApiProperty({ example: '12', description: 'A member of the family.' })
  @Rule((id) => (isLong(id) ? null : 'must be the number of a member'))
  accountId!: string;
}

/** The console's form. */
export class HandOverToForm extends HandOverBody {
  @FormField(trimmed, 'New founder')
  override accountId!: string;
}

export class MemberBody extends newBodyOf(MEMBERSHIP_FIELDS) {}

/** An invitation for a person without an account. */
export class FamilyInvitationBody extends newBodyOf(FAMILY_INVITATION_FIELDS) {}

/** The console's form, which also names the account. */
export class MemberForm extends MemberBody {
  @FormField(trimmed, 'Account')
  @Length(1, 320)
  account!: string;

  @FormField(wholeNumber, MEMBERSHIP_FIELDS.accountType.label)
  override accountType!: MemberTypeValue;
}
