import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
} from 'class-validator';
import type { JSONWebKeySet } from 'jose';
import { AsDate } from '../../platform/operations/as-date.js';
import { IfSent } from '../../platform/operations/if-sent.js';
import { PageQuery } from '../shell/paging.js';

const LONGEST_LIFETIME_S = 2_147_483_647;
const CLIENT_ID = /^(?!\.{1,2}$)[!-9;-~]{1,255}$/;
const PROFILES = ['interface', 'strict'] as const;
const PROVISIONS = ['all', 'own'] as const;
const TYPES = ['confidential', 'public'] as const;

export class ClientQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'The beginning of a client_id or of a name.' })
  @IsOptional()
  @IsString()
  @Length(0, 255)
  query?: string;

  @ApiPropertyOptional({ description: 'The name of a ruleset, whole.' })
  @IsOptional()
  @IsString()
  @Length(0, 100)
  ruleset?: string;

  @ApiPropertyOptional({ enum: ['enabled', 'disabled'] })
  @IsOptional()
  @IsIn(['enabled', 'disabled'])
  state?: 'enabled' | 'disabled';
}

/** What may be left out when a client is made, too. */
class ClientOptions {
  @ApiPropertyOptional({ enum: PROFILES, description: 'strict refuses what today’s practice forbids (D68).' })
  @IfSent()
  @IsIn(PROFILES)
  profile?: (typeof PROFILES)[number];

  @ApiPropertyOptional({
    enum: [...PROVISIONS, null],
    nullable: true,
    description:
      'Which families and accounts it provisions: all, or its own, which are those that it created. null: own if strict, else all.',
  })
  @IsOptional()
  @IsIn(PROVISIONS)
  provisions?: (typeof PROVISIONS)[number] | null;

  @ApiPropertyOptional({ type: [String], example: ['https://shop.example/callback'] })
  @IfSent()
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  redirectUrls?: string[];

  @ApiPropertyOptional({
    type: [String],
    example: ['203.0.113.7', '2001:db8:1::/48'],
    description:
      'Where its servers call /authorize from; that then counts as its own, not as that network’s.',
  })
  @IfSent()
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  serverNetworks?: string[];

  @ApiPropertyOptional({ description: 'It may carry a user’s password, a validation token or an assertion.' })
  @IfSent()
  @IsBoolean()
  isPrivileged?: boolean;

  @ApiPropertyOptional({ description: 'A refresh does not replace its refresh token.' })
  @IfSent()
  @IsBoolean()
  keepsRefreshToken?: boolean;

  @ApiPropertyOptional({ type: Number, nullable: true, description: 'Seconds; null: as the settings say.' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LONGEST_LIFETIME_S)
  accessLifetimeSeconds?: number | null;

  @ApiPropertyOptional({ type: Number, nullable: true, description: 'Seconds; null: as the settings say.' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LONGEST_LIFETIME_S)
  refreshLifetimeSeconds?: number | null;

  @ApiPropertyOptional({
    type: Object,
    nullable: true,
    description: 'Public keys of its assertions (RFC 7517).',
  })
  @IsOptional()
  @IsObject({ message: 'must be a JSON Web Key Set: {"keys": [{…}]}' })
  jwks?: JSONWebKeySet | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Where these keys are published instead.',
  })
  @IsOptional()
  @IsString()
  @Length(1, 2048)
  jwksUrl?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The iss of its assertions, and whose ExternalIds it speaks of; null: its client_id.',
  })
  @IsOptional()
  @IsString()
  assertionIssuer?: string | null;

  @ApiPropertyOptional({ description: 'Its credentials and tokens are refused at once.' })
  @IfSent()
  @IsBoolean()
  isDisabled?: boolean;
}

/** The members that are sent change. */
export class ClientChange extends ClientOptions {
  @ApiPropertyOptional({ example: 'Shop', description: 'Users read it when they are asked to allow it.' })
  @IfSent()
  @IsString()
  @Length(1, 255)
  name?: string;

  @ApiPropertyOptional({ example: 'WEB', description: 'Which calls it may make.' })
  @IfSent()
  @IsString()
  @Length(1, 100)
  ruleset?: string;
}

export class NewClientBody extends ClientOptions {
  @ApiProperty({ example: 'shop', description: 'Printable ASCII without spaces and colons. It stays.' })
  @IsString()
  @Matches(CLIENT_ID, {
    message: 'is 1 to 255 printable ASCII characters without spaces and colons',
  })
  clientId!: string;

  @ApiProperty({ enum: TYPES, description: 'public: an application that can’t keep a secret. It stays.' })
  @IsIn(TYPES)
  clientType!: (typeof TYPES)[number];

  @ApiProperty({ example: 'Shop' })
  @IsString()
  @Length(1, 255)
  name!: string;

  @ApiProperty({ example: 'WEB' })
  @IsString()
  @Length(1, 100)
  ruleset!: string;
}

export class NewSecretBody {
  @ApiPropertyOptional({
    type: Date,
    nullable: true,
    description: 'When it ends by itself; absent: when it is ended.',
  })
  @IsOptional()
  @AsDate()
  @IsDate()
  expiresAt?: Date | null;
}

export class RedirectTestBody {
  @ApiProperty({ example: 'https://shop.example/callback?from=mail' })
  @IsString()
  @Length(1, 4000)
  redirectUri!: string;
}

export class CallTestQuery {
  @ApiProperty({ example: 'accgetloggedaccount', description: 'The name of a call, or its path.' })
  @IsString()
  @Length(1, 100)
  call!: string;
}
