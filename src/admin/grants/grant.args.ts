import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length, Matches } from 'class-validator';
import { FormField, orAbsent, trimmed } from '../../platform/checks/form.js';
import { TextFilter } from '../shell/filters.js';
import { PageQuery } from '../shell/page-query.js';

export class GrantQuery extends PageQuery {
  @TextFilter({ label: 'Client (client_id)', shortest: 0, longest: 255, description: 'A client_id.' })
  client?: string;

  @ApiPropertyOptional({ description: 'An accountId.' })
  @FormField(orAbsent, 'Account number')
  @IsOptional()
  @Matches(/^\d{0,18}$/, { message: 'must be the number of an account' })
  account?: string;
}

export class TokenBody {
  @ApiProperty({ description: 'An access token or a refresh token, as the client received it.' })
  @FormField(trimmed, 'Token')
  @IsString()
  @Length(1, 4096)
  token!: string;
}
