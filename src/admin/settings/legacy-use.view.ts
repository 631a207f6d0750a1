import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length } from 'class-validator';
import { PageQuery } from '../shell/page-query.js';
import { listOf } from '../shell/views.js';

export class LegacyUseQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'A client_id.' })
  @IsOptional()
  @IsString()
  @Length(1, 255)
  client?: string;
}

export class LegacyUseView {
  @ApiProperty({ example: 'shop' })
  clientId!: string;

  @ApiProperty()
  clientName!: string;

  @ApiProperty({ example: 'code-without-pkce' })
  feature!: string;

  @ApiProperty()
  lastUsedAt!: Date;

  @ApiProperty({ description: 'What the client has to change before it can be strict.' })
  meaning!: string;
}

export class LegacyUsePage extends listOf(LegacyUseView) {}
