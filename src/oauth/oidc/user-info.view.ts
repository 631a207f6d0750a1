import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** The claims that the token's scopes include (OpenID Connect Core §5.3.2). */
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
