import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length } from 'class-validator';
import { FormField, orAbsent, trimmed, wholeNumber } from '../../platform/checks/form.js';
import type { MemberTypeValue } from '../../identity/families/family-member.entity.js';
import {
  FAMILY_FIELDS,
  FAMILY_INVITATION_FIELDS,
  MEMBERSHIP_FIELDS,
  NEW_FAMILY_FIELDS,
} from '../../identity/families/family.fields.js';
import { changeBodyOf, newBodyOf } from '../../platform/records/rest.js';
import { PageQuery } from '../shell/paging.js';

export class FamilyQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'The beginning of a name.' })
  @FormField(orAbsent, 'Name begins with')
  @IsOptional()
  @IsString()
  @Length(0, 255)
  query?: string;
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
