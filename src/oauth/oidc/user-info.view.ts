import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ROLE_NAMES, type RoleName } from '../../identity/families/family-rules.js';

/** A family of the user, in the claim `families`. */
export class ToldFamilyView {
  @ApiProperty({ example: '4' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: ROLE_NAMES, description: 'Of the user.' }) role!: RoleName;
}

/** The claims that the token's scopes include, or that were asked for by `claims` (OpenID Connect Core §5.3.2). */
export class UserInfoView {
  @ApiProperty({ description: 'The accountId.' })
  sub!: string;

  @ApiPropertyOptional({ description: 'Scope profile.' })
  name?: string;

  @ApiPropertyOptional({
    description: 'Scope profile: the login; without one the confirmed e-mail address, with scope email.',
  })
  preferred_username?: string;

  @ApiPropertyOptional({ description: 'Scope profile: the language, of ISO 639-1.', example: 'de' })
  locale?: string;

  @ApiPropertyOptional({
    description: 'Scope profile: the time zone, else that of the country.',
    example: 'Europe/Berlin',
  })
  zoneinfo?: string;

  @ApiPropertyOptional({
    description:
      'Scope profile: when name, country, language or time zone last changed, in seconds since 1970.',
  })
  updated_at?: number;

  @ApiPropertyOptional({ description: 'Scope email: the first that is confirmed, else the first.' })
  email?: string;

  @ApiPropertyOptional({ description: 'Scope email.' })
  email_verified?: boolean;

  @ApiPropertyOptional({
    description: 'Scope phone: the first that is confirmed, else the first, as E.164.',
    example: '+4915112345678',
  })
  phone_number?: string;

  @ApiPropertyOptional({ description: 'Scope phone.' })
  phone_number_verified?: boolean;

  @ApiPropertyOptional({ type: [ToldFamilyView], description: 'Scope family.' })
  families?: readonly ToldFamilyView[];
}
