import { ApiProperty } from '@nestjs/swagger';
import { FAMILY_FIELDS, MEMBERSHIP_FIELDS } from '../../identity/families/family.fields.js';
import { viewOf } from '../../platform/records/rest.js';

export class FamilySummary extends viewOf(FAMILY_FIELDS) {
  @ApiProperty({ example: '4' }) familyId!: string;
  @ApiProperty({ description: 'Number of members.' }) members!: number;
  @ApiProperty() createdAt!: Date;
}

export class FamilyPage {
  @ApiProperty({ type: [FamilySummary] }) items!: FamilySummary[];
  @ApiProperty({ type: String, nullable: true }) next!: string | null;
}

export class MemberView extends viewOf(MEMBERSHIP_FIELDS) {
  @ApiProperty({ example: '12' }) accountId!: string;
  @ApiProperty() name!: string;
}

export class OneFamilyView extends viewOf(FAMILY_FIELDS) {
  @ApiProperty({ example: '4' }) familyId!: string;
  @ApiProperty() createdAt!: Date;
  @ApiProperty({ type: [MemberView] }) members!: MemberView[];
}
