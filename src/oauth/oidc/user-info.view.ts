import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** OpenID Connect Core §5.3.2: what the scopes of the token include. */
export class UserInfoView {
  @ApiProperty({ description: 'The accountId.' })
  sub!: string;

  @ApiPropertyOptional({ description: 'Scope profile.' })
  name?: string;

  @ApiPropertyOptional({ description: 'Scope email.' })
  email?: string;

  @ApiPropertyOptional({ description: 'Scope email.' })
  email_verified?: boolean;
}
