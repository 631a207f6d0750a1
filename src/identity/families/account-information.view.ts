import { ApiProperty } from '@nestjs/swagger';

/** An identifier (§2.2) in the account information: every value is a string. */
export class IdentifierView {
  @ApiProperty({ example: '17' }) id!: string;
  @ApiProperty({ enum: ['Email', 'Msisdn', 'ExternalId', 'Login', 'AccessToken', 'SOMETHING_ELSE'] })
  type!: string;
  @ApiProperty() value!: string;
  @ApiProperty({ enum: ['true', 'false'] }) validated!: string;
}

/** §2.5. */
export class FamilyView {
  @ApiProperty({ example: '4' }) familyId!: string;
  @ApiProperty({ example: 'family/4' }) metaId!: string;
  @ApiProperty() familyName!: string;
  @ApiProperty({ type: [String] }) pictureURIs!: string[];
  @ApiProperty({ enum: ['0', '1', '2'], description: '0 Free, 1 Premium, 2 Premium_Plus' })
  premiumType!: string;
  @ApiProperty({ enum: ['true', 'false'] }) Calendar_Service!: string;
  @ApiProperty({ enum: ['true', 'false'] }) Location_Service!: string;
  @ApiProperty({ enum: ['true', 'false'] }) Autotracking_Service!: string;
  @ApiProperty({ enum: ['true', 'false'] }) Message_Service!: string;
  @ApiProperty({ enum: ['true', 'false'] }) Photo_Service!: string;
  @ApiProperty({ enum: ['true', 'false'] }) Video_Service!: string;
  @ApiProperty({ enum: ['true', 'false'] }) Audio_Service!: string;
  @ApiProperty({ enum: ['true', 'false'] }) Task_Service!: string;
}

/** Account information (§2.6). */
export class AccountInformationView {
  @ApiProperty({ example: '7' }) accountId!: string;
  @ApiProperty({ type: [IdentifierView] }) identifiers!: IdentifierView[];
  @ApiProperty() name!: string;
  @ApiProperty({
    description: 'ISO 8601 in UTC; empty before the first login (D29).',
    example: '2026-01-31T08:15:30.000Z',
  })
  lastLoginDate!: string;
  @ApiProperty({ type: [FamilyView] }) families!: FamilyView[];
}
