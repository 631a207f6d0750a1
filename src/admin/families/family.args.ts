import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length, Matches } from 'class-validator';
import { FormField, orAbsent, trimmed, wholeNumber } from '../../platform/checks/form.js';
import { PRINTABLE } from '../../platform/operations/text-rules.js';
import type { MemberTypeValue } from '../../identity/families/family-member.entity.js';
import { IfSent } from '../../platform/operations/if-sent.js';
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
export class FamilyChange {
  @ApiPropertyOptional()
  @FormField(trimmed, 'Name')
  @IfSent()
  @IsString()
  @Length(1, 255)
  @Matches(PRINTABLE.regex, { message: `is ${PRINTABLE.meaning}` })
  name?: string;

  @ApiPropertyOptional({ enum: [0, 1, 2], description: '0 Free, 1 Premium, 2 Premium_Plus' })
  @FormField(wholeNumber, 'Premium type')
  @IfSent()
  @IsIn([0, 1, 2])
  premiumType?: number;
}

export class MemberBody {
  @ApiProperty({ enum: [0, 1, 2], description: '0 member, 1 administrator, 2 founder: one at most' })
  @FormField(wholeNumber, 'As')
  @IsIn([0, 1, 2])
  accountType!: MemberTypeValue;
}

/** The form that says which account, too. */
export class MemberForm extends MemberBody {
  @FormField(trimmed, 'Account number')
  @IsLong()
  account!: string;
}
