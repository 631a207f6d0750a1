import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length } from 'class-validator';
import { FormField, orAbsent, trimmed, wholeNumber } from '../../platform/checks/form.js';
import type { MemberTypeValue } from '../../identity/families/family-member.entity.js';
import { FAMILY_FIELDS, MEMBERSHIP_FIELDS } from '../../identity/families/family.fields.js';
import { changeBodyOf, newBodyOf } from '../../platform/records/rest.js';
import { IsLong } from '../shell/is-long.js';
import { PageQuery } from '../shell/paging.js';

export class FamilyQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'The beginning of a name.' })
  @FormField(orAbsent, 'Name begins with')
  @IsOptional()
  @IsString()
  @Length(0, 255)
  query?: string;
}

/** The members that are sent change. */
export class FamilyChange extends changeBodyOf(FAMILY_FIELDS) {}

export class MemberBody extends newBodyOf(MEMBERSHIP_FIELDS) {}

/** The console's form, which also names the account. */
export class MemberForm extends MemberBody {
  @FormField(trimmed, 'Account number')
  @IsLong()
  account!: string;

  @FormField(wholeNumber, MEMBERSHIP_FIELDS.accountType.label)
  override accountType!: MemberTypeValue;
}
