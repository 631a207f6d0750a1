import { ApiProperty } from '@nestjs/swagger';
import { TextFilter } from '../shell/filters.js';
import { PageQuery } from '../shell/page-query.js';
import { listOf } from '../shell/views.js';

export class LegacyUseQuery extends PageQuery {
  @TextFilter({ longest: 255, description: 'A client_id.' })
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
