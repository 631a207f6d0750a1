import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length } from 'class-validator';
import { FormField, orAbsent } from '../../platform/checks/form.js';
import { PageQuery } from '../shell/page-query.js';

export class UnregisteredQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'The beginning of a host.' })
  @FormField(orAbsent, 'Host')
  @IsOptional()
  @IsString()
  @Length(0, 255)
  host?: string;
}
