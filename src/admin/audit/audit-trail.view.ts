import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length } from 'class-validator';
import { FormField, orAbsent } from '../../platform/checks/form.js';
import { IsLong } from '../shell/is-long.js';
import { PageQuery } from '../shell/page-query.js';
import { IsMoment } from './moment.js';

const MOMENT = { description: 'ISO 8601, for instance 2026-11-21T12:00:00Z.' };

/** Filters of the audit trail; an event must match all that are given. */
export class AuditQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'The account that did it.' })
  @FormField(orAbsent, 'Account id')
  @IsOptional()
  @IsLong()
  account?: string;

  @ApiPropertyOptional({ description: 'The client_id that did it.' })
  @FormField(orAbsent, 'Client id')
  @IsOptional()
  @IsString()
  @Length(1, 255)
  client?: string;

  @ApiPropertyOptional({ example: 'signin' })
  @FormField(orAbsent, 'Action')
  @IsOptional()
  @IsString()
  @Length(1, 100)
  action?: string;

  @ApiPropertyOptional({ example: 'ruleset:WEB', description: 'The object that was changed or used.' })
  @FormField(orAbsent, 'Target')
  @IsOptional()
  @IsString()
  @Length(1, 300)
  target?: string;

  @ApiPropertyOptional({ enum: ['ok', 'refused'] })
  @FormField(orAbsent, 'Result')
  @IsOptional()
  @IsIn(['ok', 'refused'])
  outcome?: 'ok' | 'refused';

  @ApiPropertyOptional({ ...MOMENT })
  @FormField(orAbsent, 'Since')
  @IsOptional()
  @IsMoment()
  from?: string;

  @ApiPropertyOptional({ ...MOMENT })
  @FormField(orAbsent, 'Before')
  @IsOptional()
  @IsMoment()
  to?: string;
}

export class AuditEventView {
  @ApiProperty({ example: '12' })
  id!: string;

  @ApiProperty()
  at!: Date;

  @ApiProperty({ example: 'ruleset.updated' })
  action!: string;

  @ApiProperty({ enum: ['ok', 'refused'] })
  outcome!: 'ok' | 'refused';

  @ApiProperty({ type: String, nullable: true, description: 'The account that did it.' })
  accountId!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The client that did it.' })
  clientId!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'ruleset:WEB' })
  target!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '192.0.2.7' })
  address!: string | null;

  @ApiProperty({
    type: Object,
    nullable: true,
    description: 'For instance values before and after, a count or a reason.',
  })
  details!: object | null;
}

export class AuditPage {
  @ApiProperty({ type: [AuditEventView] })
  items!: AuditEventView[];

  @ApiProperty({ type: String, nullable: true })
  next!: string | null;
}
