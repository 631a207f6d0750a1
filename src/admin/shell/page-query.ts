import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { TextFilter } from './filters.js';
import { PAGE_LIMIT } from './paging.js';

/** The query parameters of every list. */
export class PageQuery {
  @ApiPropertyOptional({ minimum: 1, maximum: 200, default: PAGE_LIMIT })
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit?: number;

  @TextFilter({ label: 'The page', longest: 1000, description: '`next` of the previous page.' })
  after?: string;
}
