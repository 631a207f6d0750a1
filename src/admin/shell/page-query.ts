import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';
import { FormField, orAbsent } from '../../platform/checks/form.js';
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

  @ApiPropertyOptional({ description: '`next` of the previous page.' })
  @FormField(orAbsent, 'The page')
  @IsOptional()
  @IsString()
  @Length(1, 1000)
  after?: string;
}
