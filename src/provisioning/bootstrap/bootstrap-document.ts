import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { WithBrandings } from '../../identity/branding/branding-entry.js';
import { PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import { IDENTIFIER_TYPES, type IdentifierType } from '../../identity/accounts/identifier.js';
import { FAMILY_FIELDS } from '../../identity/families/family.fields.js';
import { newBodyOf } from '../../platform/records/rest.js';
import { ExportedClient } from '../../oauth/clients/client-entry.js';
import { ExportedRuleset } from '../../oauth/rulesets/ruleset-entry.js';
import { IfSent } from '../../platform/operations/if-sent.js';

/** A client as an export has it; a file that a person wrote may have its secret in plain. */
export class BootstrapClient extends ExportedClient {
  @ApiPropertyOptional({ minLength: 8, maxLength: 255, description: 'In plain; kept as a hash.' })
  @IfSent()
  @Length(8, 255)
  @IsString()
  clientSecret?: string;
}

export class BootstrapIdentifier {
  @ApiProperty({ enum: IDENTIFIER_TYPES })
  @IsIn(IDENTIFIER_TYPES)
  type!: IdentifierType;

  @ApiProperty({ minLength: 1, maxLength: 320 })
  @Length(1, 320)
  @IsString()
  value!: string;

  @ApiPropertyOptional()
  @IfSent()
  @IsBoolean()
  validated?: boolean;

  @ApiPropertyOptional({
    ...{ minLength: 1, maxLength: 255 },
    description: 'For an ExternalId: the assertionIssuer (or clientId) of the partner whose id it is.',
  })
  @IfSent()
  @Length(1, 255)
  @IsString()
  issuer?: string;
}

export class BootstrapAccount extends newBodyOf(PROFILE_FIELDS) {
  @ApiProperty({ type: [BootstrapIdentifier], minItems: 1 })
  @ValidateNested({ each: true })
  @ArrayMinSize(1)
  @IsArray()
  @Type(() => BootstrapIdentifier)
  identifiers!: BootstrapIdentifier[];

  @ApiPropertyOptional()
  @IfSent()
  @IsString()
  password?: string;

  @ApiPropertyOptional({ description: 'bcrypt, argon2id, scrypt or PBKDF2, as an import takes it.' })
  @IfSent()
  @IsString()
  passwordHash?: string;

  @ApiPropertyOptional()
  @IfSent()
  @IsBoolean()
  administrator?: boolean;
}

export class BootstrapMember {
  @ApiProperty({ minLength: 1, description: 'One of the account’s identifiers.' })
  @Length(1, 320)
  @IsString()
  identifier!: string;

  @ApiProperty({
    ...{ type: 'integer', minimum: 0, maximum: 3 },
    description: '0 member, 1 administrator, 2 founder (3 means founder too).',
  })
  @Max(3)
  @Min(0)
  @IsInt()
  accountType!: number;
}

export class BootstrapFamily extends newBodyOf(FAMILY_FIELDS) {
  @ApiPropertyOptional({ type: [BootstrapMember] })
  @IfSent()
  @ValidateNested({ each: true })
  @IsArray()
  @Type(() => BootstrapMember)
  members?: BootstrapMember[];
}

/** What a bootstrap file may hold: an export, and more that only a new server is given. docs/bootstrap.schema.json is made of it. */
export class BootstrapDocument extends WithBrandings {
  @ApiPropertyOptional({ type: [ExportedRuleset] })
  @IfSent()
  @ValidateNested({ each: true })
  @IsArray()
  @Type(() => ExportedRuleset)
  rulesets?: ExportedRuleset[];

  @ApiPropertyOptional({ type: [BootstrapClient] })
  @IfSent()
  @ValidateNested({ each: true })
  @IsArray()
  @Type(() => BootstrapClient)
  clients?: BootstrapClient[];

  @ApiPropertyOptional({ type: [BootstrapAccount] })
  @IfSent()
  @ValidateNested({ each: true })
  @IsArray()
  @Type(() => BootstrapAccount)
  accounts?: BootstrapAccount[];

  @ApiPropertyOptional({ type: [BootstrapFamily] })
  @IfSent()
  @ValidateNested({ each: true })
  @IsArray()
  @Type(() => BootstrapFamily)
  families?: BootstrapFamily[];
}
