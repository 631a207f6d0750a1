import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length } from 'class-validator';
import { FormField, orAbsent, trimmed, wholeNumber } from '../../platform/checks/form.js';
import type { MemberTypeValue } from '../../identity/families/family-member.entity.js';
import {
  FAMILY_FIELDS,
  FAMILY_INVITATION_FIELDS,
  MEMBERSHIP_FIELDS,
  NEW_FAMILY_FIELDS,
} from '../../identity/families/family.fields.js';
import { Rule } from '../../platform/checks/rule.js';
import { changeBodyOf, newBodyOf } from '../../platform/records/rest.js';
import { PageQuery } from '../shell/page-query.js';
import { sortedBy, sortsOf } from '../shell/sorting.js';

const FAMILY_SORTS = sortsOf('name', 'created');
type FamilySort = (typeof FAMILY_SORTS)[number];

export class FamilyQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'The beginning of a name.' })
  @FormField(orAbsent, 'Name begins with')
  @IsOptional()
  @IsString()
  @Length(0, 255)
  query?: string;

  @ApiPropertyOptional({
    enum: FAMILY_SORTS,
    default: 'name',
    description: 'With `-` from the last to the first. With `query` by `name` alone.',
  })
  @FormField(orAbsent, 'Order')
  @IsOptional()
  @IsIn(FAMILY_SORTS)
  @Rule<FamilyQuery>((sort, { query = '' }) =>
    query.trim() !== '' && sortedBy(sort as FamilySort).key !== 'name' ? 'must be by name with query' : null,
  )
  sort?: FamilySort;
}

export class NewFamilyBody extends newBodyOf(NEW_FAMILY_FIELDS) {}

/** The members that are sent change. */
export class FamilyChange extends changeBodyOf(FAMILY_FIELDS) {}

export class MemberBody extends newBodyOf(MEMBERSHIP_FIELDS) {}

/** A person who has no account yet. */
export class FamilyInvitationBody extends newBodyOf(FAMILY_INVITATION_FIELDS) {}

/** The console's form, which also names the account. */
export class MemberForm extends MemberBody {
  @FormField(trimmed, 'Account')
  @Length(1, 320)
  account!: string;

  @FormField(wholeNumber, MEMBERSHIP_FIELDS.accountType.label)
  override accountType!: MemberTypeValue;
}
