import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FAMILY_SETTINGS } from '../../identity/families/family.fields.js';
import type { MemberTypeValue } from '../../identity/families/family-member.entity.js';
import { viewOf } from '../../platform/records/rest.js';
import { ApiNullable } from '../shell/views.js';

class ExportedMember {
  @ApiProperty({ description: 'One of the account’s identifiers.' })
  identifier!: string;

  @ApiPropertyOptional({ description: 'Of an account that only has an ExternalId of a partner or provider.' })
  issuer?: string;

  @ApiProperty({ enum: [0, 1, 2], description: '0 member, 1 administrator, 2 founder.' })
  accountType!: MemberTypeValue;
}

/** A family as a bootstrap file has it. */
export class ExportedFamily extends viewOf(FAMILY_SETTINGS) {
  @ApiProperty({ type: [ExportedMember] })
  members!: ExportedMember[];
}

export class FamilyExportPage {
  @ApiProperty({ type: [ExportedFamily] })
  items!: ExportedFamily[];

  @ApiNullable(String, 'Cursor for `after`; null on the last page.')
  next!: string | null;

  @ApiProperty({
    ...{ type: Number, nullable: true },
    description: 'How many families there are, on the first page; null on all others.',
  })
  total!: number | null;
}
