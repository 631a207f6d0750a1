import { ApiProperty } from '@nestjs/swagger';
import { FAMILY_SERVICES, type ServiceName } from './family-services.js';

/** An identifier (§2.2) in the account information: every value is a string. */
export class IdentifierView {
  @ApiProperty({ example: '17' }) id!: string;
  @ApiProperty({ enum: ['Email', 'Msisdn', 'ExternalId', 'Login', 'AccessToken', 'SOMETHING_ELSE'] })
  type!: string;
  @ApiProperty() value!: string;
  @ApiProperty({ enum: ['true', 'false'] }) validated!: string;
}

/** `true` or `false` of each service. */
const Services = class {} as new () => Record<ServiceName, string>;
for (const name of Object.keys(FAMILY_SERVICES))
  ApiProperty({ enum: ['true', 'false'] })(Services.prototype as object, name);

/** §2.5. */
export class FamilyView extends Services {
  @ApiProperty({ example: '4' }) familyId!: string;
  @ApiProperty({ example: 'family/4' }) metaId!: string;
  @ApiProperty() familyName!: string;
  @ApiProperty({ type: [String] }) pictureURIs!: string[];
  @ApiProperty({ enum: ['0', '1', '2'], description: '0 Free, 1 Premium, 2 Premium_Plus' })
  premiumType!: string;
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
