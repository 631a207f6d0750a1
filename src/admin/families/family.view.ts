import { ApiProperty } from '@nestjs/swagger';
import type { MemberTypeValue } from '../../identity/families/family-member.entity.js';

export class FamilySummary {
  @ApiProperty({ example: '4' }) familyId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: [0, 1, 2], description: '0 Free, 1 Premium, 2 Premium_Plus' }) premiumType!: number;
  @ApiProperty({ description: 'How many are in it.' }) members!: number;
  @ApiProperty() createdAt!: Date;
}

export class FamilyPage {
  @ApiProperty({ type: [FamilySummary] }) items!: FamilySummary[];
  @ApiProperty({ type: String, nullable: true }) next!: string | null;
}

export class MemberView {
  @ApiProperty({ example: '12' }) accountId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: [0, 1, 2], description: '0 member, 1 administrator, 2 founder' })
  accountType!: MemberTypeValue;
}

export class OneFamilyView {
  @ApiProperty({ example: '4' }) familyId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: [0, 1, 2], description: '0 Free, 1 Premium, 2 Premium_Plus' }) premiumType!: number;
  @ApiProperty() createdAt!: Date;
  @ApiProperty({ type: [MemberView] }) members!: MemberView[];
}
